"""Drawing: colours, figures and the frame of a page."""
