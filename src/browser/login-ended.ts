/** The state of a navigation to the login page when a login has ended that nobody ended. */
export const loginEnded = { hasLoginEnded: true } as const;

/** Reads it from a location's state, which may be anything. */
export const hasLoginEnded = (state: unknown): boolean =>
  (state as Partial<typeof loginEnded> | null)?.hasLoginEnded === true;
