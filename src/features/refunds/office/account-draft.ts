import type { OfficeAnswer } from '#browser/office-calls.ts';
import { type BankDetails, type BankField, missingDetails, usesIban } from '../domain/bank-details.ts';
import { type BankWarning, bankWarnings } from '../domain/bank-warnings.ts';
import { numberChecks } from '../number-checks.ts';

export type AccountForm = OfficeAnswer<'refund-account-form'>;

/** What was typed, and whether somebody has confirmed numbers that look wrong. */
export interface AccountDraft extends BankDetails {
  readonly areNumbersRight: boolean;
}

const factsOf = ({ iban_countries: ibanCountries, address_lines: addressLines }: AccountForm) => ({
  ibanCountries,
  addressLines,
});

/** Name, country and address are those of the buyer, whose account it usually is. */
export function firstDraft({ full_name: ownerFullName, country, countries, address }: AccountForm): AccountDraft {
  const isOffered = countries.some(({ code }) => code === country);
  return {
    ...{ ownerFullName, ownerAddress: address, country: isOffered && country !== null ? country : '' },
    ...{ bankName: '', bankCity: '', bic: '', iban: '', account: '', areNumbersRight: false },
  };
}

export const hasIban = (draft: AccountDraft, form: AccountForm): boolean => usesIban(draft.country, factsOf(form));

/** The customer's own form warns about the same numbers. */
export const warningsAbout = (draft: AccountDraft, form: AccountForm): BankWarning[] =>
  bankWarnings(draft, factsOf(form), numberChecks);

/** The details that are missing, in the order of the form, by their wire names. */
export const missingFrom = (draft: AccountDraft, form: AccountForm): BankField[] =>
  missingDetails(draft, factsOf(form));

/** Returns the call's fields; null while a detail is missing or a number that looks wrong is not confirmed. */
export function checkedFieldsOf(draft: AccountDraft, form: AccountForm) {
  if (missingDetails(draft, factsOf(form)).length > 0) return null;
  if (!draft.areNumbersRight && warningsAbout(draft, form).length > 0) return null;
  return {
    bank_country: draft.country,
    bank_owner_full_name: draft.ownerFullName.trim(),
    bank_owner_address: { ...draft.ownerAddress },
    bank_name: draft.bankName.trim(),
    bank_city: draft.bankCity.trim(),
    bank_bic: draft.bic,
    bank_iban: hasIban(draft, form) ? draft.iban : '',
    bank_account: hasIban(draft, form) ? '' : draft.account,
  };
}
