/** Globs of test files, from the project's folder. */
export const ONE_ENGINE: readonly string[];
