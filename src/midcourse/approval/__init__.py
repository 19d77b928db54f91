"""Approvers: who may say no."""
