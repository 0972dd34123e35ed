/** Globs of test files, from the project's folder. */
export const BOTH_ENGINES: readonly string[];
export const OLDEST_ENGINE: readonly string[];
