/** Separates facts on one line. Its first space does not break: a line may end with the dot, but never begin with it. */
export const SEPARATOR = '\u00a0· ';
