/** The text of an error, short enough to be stored with the work that failed. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
