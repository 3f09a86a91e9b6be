"""Questions of two steps over the ERPNext manual and the handbook, and what it is worth to go on as the tool says."""
