const MINUTE_MS = 60_000;

/** A login, or a password given after it, counts as a fresh proof for this long. */
const FRESH_FOR_MS = 15 * MINUTE_MS;

/**
 * Whether the caller must give the password again before money or a ticket leaves the account: a login lasts for weeks,
 * and the device may have changed hands.
 */
export const needsFreshProof = ({ provedAt }: { readonly provedAt: Date }, now: Date): boolean =>
  now.getTime() - provedAt.getTime() > FRESH_FOR_MS;
