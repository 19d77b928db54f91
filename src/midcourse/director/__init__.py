"""The loop that carries out what core decides: look, plan, act, ask, record. All effects go through the protocols of core."""
