/** The person closed the browser's dialog, or it timed out: not a failure to report. */
export const isPasskeyDismissed = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.name === 'NotAllowedError' || thrown.name === 'AbortError');
