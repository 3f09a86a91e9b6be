"""How the code is made, and how its tests are run: arrows, claims, words, dependencies, translations, the site ring."""
