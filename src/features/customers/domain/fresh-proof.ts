const MINUTE_MS = 60_000;

/** For how long a login, or a password given since, is taken for the person. */
export const FRESH_FOR_MS = 15 * MINUTE_MS;

/**
 * Whether somebody who was last proved to be the account's owner at `provedAt` must give the password again, before money or a ticket
 * goes to somebody else: a login lasts for weeks, and the device may have changed hands.
 */
export const needsFreshProof = ({ provedAt }: { readonly provedAt: Date }, now: Date): boolean =>
  now.getTime() - provedAt.getTime() > FRESH_FOR_MS;
