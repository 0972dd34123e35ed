/**
 * Whether the text of a search may be part of a page's address, which browsers and servers keep: only codes and numbers
 * of orders, payments, refunds and invoices. Everything else may name a person, and the code of a ticket admits its
 * holder.
 */
export const mayBeInAddress = (text: string): boolean =>
  /^(?=.*\d)[0-9A-Z]{2,8}(-[0-9A-Z]{1,8}){1,3}$/i.test(text) && text.length <= 24;
