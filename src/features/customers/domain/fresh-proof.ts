const MINUTE_MS = 60_000;

/** A login, or a password given after it, counts as a fresh proof for this long. */
const FRESH_FOR_MS = 15 * MINUTE_MS;

/**
 * A login lasts for weeks, and the device may have changed hands in that time. So money or a ticket leaves the account
 * only with the password.
 */
export const needsFreshProof = ({ provedAt }: { readonly provedAt: Date }, now: Date): boolean =>
  now.getTime() - provedAt.getTime() > FRESH_FOR_MS;
