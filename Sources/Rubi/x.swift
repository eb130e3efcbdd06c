// Rubi
