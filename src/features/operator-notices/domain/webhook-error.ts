/** Why the latest call to the operator's webhook failed, as it is stored: this, `it answered <status>`, or a code. */
export const NO_ANSWER = 'it did not answer';

export const answeredWith = (status: number): string => `it answered ${status}`;

/** Returns the status with which the webhook answered; null if it did not answer. */
export const statusIn = (error: string): string | null => /^it answered (\d+)$/.exec(error)?.[1] ?? null;
