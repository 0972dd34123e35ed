/** Six characters, easy to read aloud, after the operator's prefix. */
export const ORDER_CODE_CHARACTERS = 6;

export const orderCode = (prefix: string, characters: string): string => `${prefix}-${characters}`;

/** `position` counts from 1. */
export const paymentReference = (code: string, position: number): string => `${code}-${position}`;
