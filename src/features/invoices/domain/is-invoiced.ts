/** Whether an order gets an invoice once it is paid. No law asks for one when nothing is charged, so an order of 0 takes no number. */
export const isInvoiced = (order: { readonly totalPrice: number }): boolean => order.totalPrice > 0;
