/** Query parameter that tells a payment's page that the browser comes from the payment provider. */
export const RETURNED = 'returned';

/** `payment`: from an attempt that may have been paid. `replaced`: from one that a newer attempt has ended. */
export type Returned = 'payment' | 'replaced';

/** Reads the parameter's value, which may be anything. */
export const returnedOf = (value: string | null): Returned | null =>
  value === 'payment' || value === 'replaced' ? value : null;
