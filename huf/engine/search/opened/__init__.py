"""The builds that a search has open, what they found lately, and copies of them on the machine that searches."""
