import { type Language, markedText } from '#kernel/language.ts';
import { returnCodeOf } from '../../domain/bank-return.ts';

/** The usual ISO 20022 reasons for a return, for `translate`. */
const MEANINGS: Readonly<Record<string, string>> = {
  AC01: markedText('the account number is wrong'),
  AC03: markedText('the account number of the recipient is wrong'),
  AC04: markedText('the account is closed'),
  AC06: markedText('the account is blocked'),
  AG01: markedText('the account does not allow this kind of payment'),
  AG02: markedText('the bank does not know this kind of payment'),
  AM04: markedText('the account does not have enough money'),
  AM05: markedText('the payment was made twice'),
  BE04: markedText('the address of the account holder is missing or wrong'),
  MD06: markedText('the payer asked for the money back'),
  MD07: markedText('the account holder has died'),
  MS02: markedText('the account holder refused it, without a reason'),
  MS03: markedText('the bank does not give a reason'),
  RC01: markedText('the BIC is wrong'),
  RR04: markedText('a rule of the authorities does not allow it'),
};

/** Reasons that a gateway of the shop gives in words, for `translate`. */
const WORDS: readonly string[] = [markedText('the account is closed'), markedText('there is no such payment')];

/** A bank's reason with its code explained: "the account is closed (AC04)". Unknown reasons stay as they are. */
export function bankReasonInWords(reason: string, { translate }: Pick<Language, 'translate'>): string {
  if (WORDS.includes(reason)) return translate(reason);
  const code = returnCodeOf(reason);
  const meaning = code === null ? undefined : MEANINGS[code];
  if (code === null || meaning === undefined) return reason;
  const others = reason.slice(code.length).replace(/^[\s:,.–-]+/, '');
  return `${translate(meaning)} (${others === '' ? code : `${code}, ${others}`})`;
}

/** The same as a sentence: "The account is closed (AC04)." */
export function bankReasonSentence(reason: string, language: Pick<Language, 'translate'>): string {
  const words = bankReasonInWords(reason, language);
  if (words === '') return '';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}
