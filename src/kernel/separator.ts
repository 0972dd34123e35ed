/** Separates facts on one line. Its first space is non-breaking, so that no line begins with the dot. */
export const SEPARATOR = '\u00a0· ';
