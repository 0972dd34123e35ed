/** Six characters, easy to read aloud, after the operator's prefix. */
export const ORDER_CODE_CHARACTERS = 6;

export const orderCode = (prefix: string, characters: string): string => `${prefix}-${characters}`;

/** Whether a text is an order's code without the prefix. */
export const isCodeWithoutPrefix = (text: string): boolean =>
  text.length === ORDER_CODE_CHARACTERS && /^[2-9A-HJKMNP-Z]+$/.test(text);

/** `position` counts from 1. */
export const paymentReference = (code: string, position: number): string => `${code}-${position}`;
