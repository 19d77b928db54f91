"""The benchmark of replanning: beds, disturbances, policies, episodes and their report."""
