"""What a run looks like to people: pictures, a summary, the files of a run."""
