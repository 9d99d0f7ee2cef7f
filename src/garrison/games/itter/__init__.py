"""Castle Itter: hold the castle on 5 May 1945 until relief arrives."""
