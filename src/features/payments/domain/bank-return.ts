/** ISO 20022 codes of returns that say that the account is wrong or closed, so that it will not take the money. */
const ACCOUNT_REFUSES: ReadonlySet<string> = new Set(['AC01', 'AC04', 'AC06', 'RC01', 'MD07']);

/** Returns the ISO 20022 code that a bank's reason begins with; null if it begins otherwise. */
export const returnCodeOf = (reason: string): string | null => /^[A-Z]{2}\d{2}(?![A-Z0-9])/.exec(reason)?.[0] ?? null;

/** Whether the bank's reason says that sending to the same account again cannot succeed. */
export function needsOtherAccount(reason: string): boolean {
  const code = returnCodeOf(reason);
  return code !== null && ACCOUNT_REFUSES.has(code);
}
