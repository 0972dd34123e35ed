/** Order codes are the operator's prefix and six characters that are easy to read aloud. */
export const ORDER_CODE_CHARACTERS = 6;

export const orderCode = (prefix: string, characters: string): string => `${prefix}-${characters}`;

/** The reference of an order's n-th payment, from 1. */
export const paymentReference = (code: string, position: number): string => `${code}-${position}`;
