"""The rules of the DocTypes that are no sources: a list condition and a yes or no for each, side by side."""
