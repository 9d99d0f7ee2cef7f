"""The laws that every game keeps, one module a group, and the fuzzer that tries them for hours."""
