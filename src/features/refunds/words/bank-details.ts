import { missingFields } from '#features/checkout/words/missing-fields.ts';
import { laterText, type Sentence } from '#kernel/language.ts';
import type { BankFacts, BankField, BankWarning } from '../domain/bank-details.ts';

/** Labels of the fields on the form and in messages. */
export const bankFieldNames = {
  bank_country: laterText('Bank country'),
  bank_owner_full_name: laterText('Account holder name'),
  bank_name: laterText('Bank name'),
  bank_city: laterText('Bank city'),
  bank_bic: laterText('BIC/SWIFT'),
  bank_iban: laterText('IBAN'),
  bank_account: laterText('Bank account number'),
  note: laterText('Note'),
} satisfies Record<Exclude<BankField, `bank_owner_address.${string}`>, string>;

/** The label of a field by its wire name; undefined for a field that this shop does not have. */
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
  iban_wrong: laterText('This IBAN does not look right. Please check it for missing or mistyped characters.'),
  iban_of_other_country: laterText('This IBAN belongs to a different country from the bank.'),
  bic_wrong: laterText('This BIC does not look right. A BIC has 8 or 11 characters, for example ABNANL2A.'),
} satisfies Record<BankWarning['kind'], string>;

export const warningSentence = ({ kind }: BankWarning): string => warningTexts[kind];
