"""A process of the bench that has imported already what runs of agents need, and forks for each of them.

A worker forks for each job, so what a job imports is paid again by the next one: LiteLLM alone takes some five seconds of
the processor. The first job starts one process for the whole bench (:mod:`~huf.ai.site.warm.server`), which imports all of it once;
each job then hands its work over (:mod:`~huf.ai.site.warm.client`), waits for the end and ends as the work did. The process holds
no connection, no site and nothing of a run: it forks before any of them. It ends when nobody needed it for a while, when the workers
that used it are gone, and when the code on the disk is another one. Wherever it cannot be, the job does the work itself.
"""
