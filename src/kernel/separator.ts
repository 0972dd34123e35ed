/** Between facts on one line. Its first space does not break: a line may end with the dot, never begin with it. */
export const SEPARATOR = '\u00a0· ';
