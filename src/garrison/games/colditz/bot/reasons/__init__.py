"""Why an answer is given, in a sentence that names the plan behind it."""
