import type { Form } from '#browser/use-form.ts';
import { FIELD_MISSING } from '#features/checkout/words/missing-fields.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { inWords, type Problem } from '#kernel/problem.ts';
import { type BankDetails, missingDetails, usesIban } from '../domain/bank-details.ts';
import { bankWarnings } from '../domain/bank-warnings.ts';
import { numberChecks } from '../number-checks.ts';
import { missingDetailsSentence, warningSentence } from '../words/bank-details.ts';

/** The selected items, as `item.<code>`. */
export type ItemValues = { [item: `item.${string}`]: boolean };

/** Fields have the server's names. */
export type BankValues = { [line: `bank_owner_address.${string}`]: string } & Record<
  | 'bank_country'
  | 'bank_iban'
  | 'bank_account'
  | 'bank_bic'
  | 'bank_name'
  | 'bank_city'
  | 'bank_owner_full_name'
  | 'note'
  | 'way',
  string
> & { numbers_are_right: boolean };

export type BankFormState = Form<BankValues>;

/** Fills in name and address from the customer's account. */
export function firstBankValues(customer: Customer, config: PublicConfig): BankValues {
  const isOffered = config.countries.some(({ code }) => code === customer.country);
  const values: BankValues = {
    bank_country: isOffered && customer.country !== null ? customer.country : '',
    bank_iban: '',
    bank_account: '',
    bank_bic: '',
    bank_name: '',
    bank_city: '',
    bank_owner_full_name: customer.full_name,
    note: '',
    way: config.refundWay === 'ask' ? 'card' : 'bank',
    numbers_are_right: false,
  };
  for (const { key } of config.addressLines) values[`bank_owner_address.${key}`] = customer.address[key] ?? '';
  return values;
}

/** Where a refund goes; minor units. */
export interface Ways {
  readonly toCard: number;
  readonly byBank: number;
}

/** `cardMoney` is what the cards that paid can take back. */
export function splitByWay({ way }: Pick<BankValues, 'way'>, total: number, cardMoney: number): Ways {
  const toCard = way === 'card' ? Math.min(total, cardMoney) : 0;
  return { toCard, byBank: total - toCard };
}

export const NO_DETAILS: BankDetails = {
  country: '',
  ownerFullName: '',
  ownerAddress: {},
  bankName: '',
  bankCity: '',
  bic: '',
  iban: '',
  account: '',
};

/** Converts the form's values for the rules. */
export const detailsOf = (values: BankValues, config: PublicConfig): BankDetails => ({
  country: values.bank_country,
  ownerFullName: values.bank_owner_full_name.trim(),
  ownerAddress: Object.fromEntries(
    config.addressLines.map(({ key }) => [key, (values[`bank_owner_address.${key}`] ?? '').trim()]),
  ),
  bankName: values.bank_name.trim(),
  bankCity: values.bank_city.trim(),
  bic: values.bank_bic,
  iban: usesIban(values.bank_country, config) ? values.bank_iban : '',
  account: usesIban(values.bank_country, config) ? '' : values.bank_account,
});

/** Returns the details under the server's field names. */
export const fieldsOf = (details: BankDetails) => ({
  bank_owner_full_name: details.ownerFullName,
  bank_owner_address: details.ownerAddress,
  bank_name: details.bankName,
  bank_city: details.bankCity,
  bank_country: details.country,
  bank_bic: details.bic,
  bank_iban: details.iban,
  bank_account: details.account,
});

export const warningsOf = (values: BankValues, config: PublicConfig): ReturnType<typeof bankWarnings> =>
  bankWarnings(detailsOf(values, config), config, numberChecks);

const OVERRULE = markedText('Please check these numbers, or confirm below that they are correct.');

/**
 * Checks the bank details. All missing fields share one error, and each number that looks wrong has one until the
 * customer confirms the numbers. No account is needed if everything goes back to the card.
 */
export function bankProblems(
  { translate }: Language,
  values: BankValues,
  config: PublicConfig,
  { byBank }: Ways,
): Problem<keyof BankValues & string>[] {
  if (byBank === 0) return [];
  const missing = missingDetails(detailsOf(values, config), config);
  const problems = missing.map((field) => ({
    field,
    message: translate(missingDetailsSentence(missing, config)),
    atField: translate(FIELD_MISSING),
  }));
  const warnings = warningsOf(values, config);
  if (values.numbers_are_right || warnings.length === 0) return problems;
  return [
    ...problems,
    ...inWords(warnings, (warning) => translate(warningSentence(warning))),
    { field: 'numbers_are_right', message: translate(OVERRULE) },
  ];
}
