"""Files attached to one agent run: small ones stand in its prompt, larger ones are searched in that run alone.

``checking`` says which files a user may attach, ``attached`` decides what becomes of each and tells the model and the run,
``reading`` makes passages of a small file, ``store`` indexes the larger ones in a folder that ends with the run.
"""
