"""Planners: who makes plans. One file each.

Belongs here: adapters of the Planner protocol. Does not belong here: checking plans (core/gateway) or when to ask (core/policy).
"""
