"""Files of agent runs: small ones stand in the prompt, larger ones are searched in the run, or its conversation, alone.

``checking`` says which files a user may attach, ``kept`` which ones a conversation has from earlier questions, ``attached``
decides what becomes of each and tells the model and the run, ``store`` indexes the larger ones in a folder of their own.
"""
