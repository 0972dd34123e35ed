/** Why an accepted refund is left out of the file for the bank. */
export const leftOutReasons = [
  'no_iban',
  'wrong_iban',
  'not_reached',
  'no_bic',
  'unwritable_name',
  'erased',
  'unreadable',
] as const;
export type LeftOut = (typeof leftOutReasons)[number];
