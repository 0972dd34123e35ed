/** Query parameter of the address to which the payment provider sends the browser back. */
export const RETURNED = 'returned';

/** `payment`: from an attempt that may have been paid. `replaced`: from one that a newer attempt has ended. */
export type Returned = 'payment' | 'replaced';

export const returnedOf = (value: string | null): Returned | null =>
  value === 'payment' || value === 'replaced' ? value : null;
