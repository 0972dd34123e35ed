/** Names a charge-back's booking in the ledger: of one order's money, or of the rest. */
export const chargeBackKey = (receiptId: number, part: number | 'rest', transaction: string): string =>
  `receipt:${receiptId}:charged_back:${part}:${transaction}`;

/** Names the booking that reverses the one with this key. */
export const returnedKey = (key: string): string => `${key}:returned`;
