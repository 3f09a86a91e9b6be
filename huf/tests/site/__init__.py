"""The site itself: huf/ai/site, doctor and start, installing, and what an older huf left."""
