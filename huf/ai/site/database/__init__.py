"""The database of a site: what MariaDB and PostgreSQL say differently, transactions, deletions, fields of the server, times."""
