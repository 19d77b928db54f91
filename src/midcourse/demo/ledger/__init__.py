"""A small application as other people write them: Django's admin over one table of invoices. It knows nothing of Midcourse.

Here: the table, the server, and the mishaps that the demo asks for. Needs django: pip install 'midcourse[demos]'.
"""
