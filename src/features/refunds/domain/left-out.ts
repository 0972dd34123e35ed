/** Why an accepted refund must be paid by hand. */
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
