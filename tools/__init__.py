"""What makes documentation, protocol tables and pictures. Not part of the package."""
