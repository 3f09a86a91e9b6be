"""A build being made: its draft on this machine, its generation in the engine, and what is swept out afterwards."""
