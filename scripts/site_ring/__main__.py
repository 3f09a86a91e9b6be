"""`python -m scripts.site_ring`: see runner."""

import sys

from scripts.site_ring.runner import main

sys.exit(main(sys.argv[1:]))
