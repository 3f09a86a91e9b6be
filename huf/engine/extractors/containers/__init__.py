"""What other rooms ask of files that hold files, without reading these: ``archive`` checks ZIP containers before anything in them is opened, ``cms`` takes what was signed out of its envelope."""
