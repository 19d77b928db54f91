"""Random interfaces for local planning: menus, dialogs with tabs, wizards, traps, clutter, slips and notices."""
