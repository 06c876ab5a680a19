"""The rooms of the house: one folder per capability, all with the same furniture."""
