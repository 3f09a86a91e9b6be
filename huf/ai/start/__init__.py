"""The first steps on a site: what is done of them, the sample handbook, a model to answer, and where a login leads."""
