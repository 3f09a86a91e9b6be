"""PowerPoint: ``pptx`` reads the slides; ``item_numbers`` counts items."""
