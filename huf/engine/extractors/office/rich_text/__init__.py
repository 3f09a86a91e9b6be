"""Rich Text: ``extractor``; ``reader`` passes over the file, ``control_words`` and ``encodings`` say what stands in it, ``groups`` holds what is open."""
