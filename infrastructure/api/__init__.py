"""What the API of every app is made of: problems, descriptions of operations, and pages of lists."""
