import { markedText } from '#kernel/language.ts';
import type { LeftOut } from '../domain/left-out.ts';

/** Why a refund cannot be in a file, for `translate`. */
export const leftOutNames: Readonly<Record<LeftOut, string>> = {
  no_iban: markedText('The account has no IBAN. Pay it by hand.'),
  wrong_iban: markedText('The IBAN does not look right.'),
  not_reached: markedText('The account is in a country outside SEPA. Pay it by hand.'),
  no_bic: markedText('The account needs a BIC, and the one given does not look right.'),
  unwritable_name: markedText('A bank cannot write the name of the account’s owner. Pay it by hand.'),
  erased: markedText('No account is known.'),
  unreadable: markedText(
    'The bank details are encrypted with a key that the shop no longer has. Ask the customer for them.',
  ),
};
