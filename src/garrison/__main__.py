"""`python -m garrison` is `garrison`."""

from garrison.cli.main import main

raise SystemExit(main())
