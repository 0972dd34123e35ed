/** Status of the movement that takes money back to its card. */
export type ReturnStatus = 'pending' | 'done' | 'failed' | 'replaced';

interface Returning {
  readonly returnAt: Date | null;
  readonly status: ReturnStatus | null;
  /** The gateway's reason for a failure. */
  readonly reason: string | null;
}

/** Follows the amount. Empty for money that stays. */
export function returnText({ returnAt, status, reason }: Returning, moment: (at: Date) => string): string {
  if (status === 'pending') return 'on its way back to the card';
  if (status === 'failed') return `could not be sent back: ${reason}`;
  return returnAt ? `goes back to the card at ${moment(returnAt)}` : '';
}
