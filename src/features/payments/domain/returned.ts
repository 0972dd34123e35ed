/** The query parameter by which the page of a payment knows that its browser comes from the payment provider. */
export const RETURNED = 'returned';

/** `payment`: from a try that may have been paid. `replaced`: from one that a newer try of the same payment has ended. */
export type Returned = 'payment' | 'replaced';

/** Reads the parameter's value, which may be anything. */
export const returnedOf = (value: string | null): Returned | null =>
  value === 'payment' || value === 'replaced' ? value : null;
