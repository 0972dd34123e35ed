import type { Sealer } from '#platform/secrets/sealer.ts';
import { type BankDetails, maskedNumber } from '../domain/bank-details.ts';

export const detailsContext = (code: string) => `refund:${code}`;

export const sealDetails = (sealer: Sealer, code: string, details: BankDetails): Buffer =>
  sealer.seal(JSON.stringify(details), detailsContext(code));

/** Opens the sealed details. Null once they are erased. Throws if they are sealed with another key. */
export const openDetails = (
  sealer: Sealer,
  refund: { code: string; bankSealed: Uint8Array | null },
): BankDetails | null =>
  refund.bankSealed === null
    ? null
    : (JSON.parse(sealer.open(refund.bankSealed, detailsContext(refund.code))) as BankDetails);

/** Opens the sealed details. Null if they are erased, or sealed with a key that the shop no longer has. */
export function readableDetails(
  sealer: Sealer,
  refund: { code: string; bankSealed: Uint8Array | null },
): BankDetails | null {
  try {
    return openDetails(sealer, refund);
  } catch {
    // A lost key must not break the portal or block other refunds.
    return null;
  }
}

/** Returns the end of the account's number; null if the details are erased or unreadable. */
export function accountEnd(sealer: Sealer, refund: { code: string; bankSealed: Uint8Array | null }): string | null {
  const details = readableDetails(sealer, refund);
  return details && maskedNumber(details);
}
