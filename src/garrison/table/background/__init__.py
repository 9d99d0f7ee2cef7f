"""Work beside requests: jobs, worker processes, webhooks, metrics, garbage collection."""
