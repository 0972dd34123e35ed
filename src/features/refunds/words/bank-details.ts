import { missingFields } from '#features/checkout/words/missing-fields.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import type { BankFacts, BankField } from '../domain/bank-details.ts';
import type { BankWarning } from '../domain/bank-warnings.ts';

export const bankFieldNames = {
  bank_country: markedText('Bank country'),
  bank_owner_full_name: markedText('Account holder name'),
  bank_name: markedText('Bank name'),
  bank_city: markedText('Bank city'),
  bank_bic: markedText('BIC/SWIFT'),
  bank_iban: markedText('IBAN'),
  bank_account: markedText('Bank account number'),
  note: markedText('Note'),
} satisfies Record<Exclude<BankField, `bank_owner_address.${string}`>, string>;

/** The name of a field of the bank details; undefined for a field that this shop does not have. */
export function bankFieldName(field: string, { addressLines }: Pick<BankFacts, 'addressLines'>): Sentence | undefined {
  const line = addressLines.find(({ key }) => field === `bank_owner_address.${key}`);
  if (line) return () => line.text;
  return Object.hasOwn(bankFieldNames, field) ? bankFieldNames[field as keyof typeof bankFieldNames] : undefined;
}

export const missingDetailsSentence = (
  fields: readonly BankField[],
  facts: Pick<BankFacts, 'addressLines'>,
): Sentence => missingFields(fields.map((field) => bankFieldName(field, facts) ?? ''));

const warningTexts = {
  iban_wrong: markedText('This IBAN does not look right. Please check it for missing or mistyped characters.'),
  iban_of_other_country: markedText('This IBAN belongs to a different country from the bank.'),
  bic_wrong: markedText('This BIC does not look right. A BIC has 8 or 11 characters, for example ABNANL2A.'),
} satisfies Record<BankWarning['kind'], string>;

export const warningSentence = ({ kind }: BankWarning): string => warningTexts[kind];
