/**
 * ISO 20022 codes of returns which mean that the account is wrong or closed, so another transfer to it would fail too.
 */
const ACCOUNT_REFUSES: ReadonlySet<string> = new Set(['AC01', 'AC04', 'AC06', 'RC01', 'MD07']);

/** Returns the ISO 20022 code at the start of a bank's reason, or null if there is none. */
export const returnCodeOf = (reason: string): string | null => /^[A-Z]{2}\d{2}(?![A-Z0-9])/.exec(reason)?.[0] ?? null;

/** Whether the bank's reason says that sending to the same account again cannot succeed. */
export function needsOtherAccount(reason: string): boolean {
  const code = returnCodeOf(reason);
  return code !== null && ACCOUNT_REFUSES.has(code);
}
