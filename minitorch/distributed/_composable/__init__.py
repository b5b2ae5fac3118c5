"""_composable: torch.distributed._composable, whose parts wait until they are imported (shelf)."""
