"""The demonstration: an office that turns invoices into a checked report and sends it, while things go wrong."""
