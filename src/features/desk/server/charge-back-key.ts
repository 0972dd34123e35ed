/** The ledger key of a chargeback's booking, for one order's money or for the rest. */
export const chargeBackKey = (receiptId: number, part: number | 'rest', transaction: string): string =>
  `receipt:${receiptId}:charged_back:${part}:${transaction}`;

/** The ledger key of the booking that reverses the one with this key. */
export const returnedKey = (key: string): string => `${key}:returned`;
