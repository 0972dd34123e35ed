/** Query parameter for a browser that comes from the payment provider. */
export const RETURNED = 'returned';

/** `payment`: from an attempt that may have been paid. `replaced`: from one that a newer attempt has ended. */
export type Returned = 'payment' | 'replaced';

export const returnedOf = (value: string | null): Returned | null =>
  value === 'payment' || value === 'replaced' ? value : null;
