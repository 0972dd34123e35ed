/** Globs of test files, from the project's folder. */
export const BOTH_ENGINES: readonly string[];
