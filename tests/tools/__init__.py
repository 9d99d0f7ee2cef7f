"""Programs for contributors, each behind a make target: goldens, mutants, load, screenshots, judgement."""
