"""How good a search is: evaluations, tests of questions, and the benchmarks."""
