"""The one table. Nothing in it is unique: what is sent twice is there twice."""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false

from django.db import models


class Invoice(models.Model):
    """An invoice that was received."""

    number = models.CharField(max_length=40)
    customer = models.CharField(max_length=80)
    amount = models.DecimalField(max_digits=10, decimal_places=2)

    class Meta:
        """Where it belongs."""

        app_label = "ledger"

    def __str__(self) -> str:
        return f"{self.number} {self.customer}"
