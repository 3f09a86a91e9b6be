"""Who may read and write what: one rule, told twice.

Frappe asks for rights in two ways: as an SQL condition for lists and as a yes or no for one document. Both halves of
each rule stand side by side here, and the tests compare their answers user by user.

The rule of a source: its scope says who reads it. ``Site``: whoever has a knowledge role. ``Role``: those of them who
hold one of the listed, enabled roles, and managers, who set these roles. ``User``: its owner alone. A Frappe share
adds reading. Managers write Site and Role sources; a User source is its owner's to write. Inputs and builds follow their
source. A run is its user's alone, since it quotes what *that* user may read; not even managers see it.
"""
