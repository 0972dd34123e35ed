/**
 * The ledger key of a chargeback's booking, for one order's money or for the rest. `bookings` is how many bookings the
 * movement has so far: more than 0 if it is booked again after it was undone.
 */
export const chargeBackKey = (
  receiptId: number,
  part: number | 'rest',
  { transaction, bookings }: { readonly transaction: string; readonly bookings: number },
): string => `receipt:${receiptId}:charged_back:${part}:${transaction}${bookings === 0 ? '' : `:${bookings}`}`;

/** The ledger key of the booking that reverses the one with this key. */
export const returnedKey = (key: string): string => `${key}:returned`;
