"""What a document says about itself: number, title, revision, dates, status, kind, author."""
