import type { Sealer } from '#platform/secrets/sealer.ts';
import { type BankDetails, maskedNumber } from '../domain/bank-details.ts';

export const detailsContext = (code: string) => `refund:${code}`;

/** Bank details as they lie in the database: readable with the shop's key and for this refund only. */
export const sealDetails = (sealer: Sealer, code: string, details: BankDetails): Buffer =>
  sealer.seal(JSON.stringify(details), detailsContext(code));

/** Null once they are erased. Throws when the key is another one than they were sealed with. */
export const openDetails = (
  sealer: Sealer,
  refund: { code: string; bankSealed: Uint8Array | null },
): BankDetails | null =>
  refund.bankSealed === null
    ? null
    : (JSON.parse(sealer.open(refund.bankSealed, detailsContext(refund.code))) as BankDetails);

/** The same; null as well when they were sealed with a key that the shop no longer has. */
export function readableDetails(
  sealer: Sealer,
  refund: { code: string; bankSealed: Uint8Array | null },
): BankDetails | null {
  try {
    return openDetails(sealer, refund);
  } catch {
    // A lost key must neither close the portal nor keep any other refund from being paid.
    return null;
  }
}

/** The account with all but its end hidden; null once the details are erased, or cannot be read. */
export function accountEnd(sealer: Sealer, refund: { code: string; bankSealed: Uint8Array | null }): string | null {
  const details = readableDetails(sealer, refund);
  return details && maskedNumber(details);
}
