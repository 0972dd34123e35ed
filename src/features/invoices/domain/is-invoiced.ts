/**
 * Whether an order gets an invoice once it is paid. The law requires none if nothing is charged, so an order that costs
 * nothing gets no number.
 */
export const isInvoiced = (order: { readonly totalPrice: number }): boolean => order.totalPrice > 0;
