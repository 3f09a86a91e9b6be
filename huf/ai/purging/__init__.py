"""A text leaves for good: an input, and whatever huf and Frappe keep of what it said.

``asking`` takes the order and queues the job, ``job`` runs its steps one after the other and can be killed at any moment, ``indexes`` does
the files of the source, ``documents`` the database, ``surroundings`` what lies beside, and ``certificate`` writes down what was removed
where. What is looked for (``needles``) is kept encrypted with the order until it is done, and nowhere afterwards.
"""

PURGE, PLACE = "Knowledge Purge", "Knowledge Purge Place"
QUEUED, RUNNING, WAITING, DONE, FAILED = "Queued", "Running", "Waiting", "Done", "Failed"
UNFINISHED = (QUEUED, RUNNING, WAITING)
