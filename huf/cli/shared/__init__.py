"""What several commands have in common: arguments and errors (``common``), groups of options (``*_options``), and printing (``output``)."""
