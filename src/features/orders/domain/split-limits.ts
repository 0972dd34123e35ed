/**
 * The amounts at which a payment can be split, in minor units: both new payments must cost something, and the first
 * keeps what is paid.
 */
export const splitLimits = ({ amount, paidAmount }: { readonly amount: number; readonly paidAmount: number }) => ({
  minimum: paidAmount + 1,
  maximum: amount - 1,
});
