import { electronicNumber } from '#kernel/account-number.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';

/** Bank details as filled in, trimmed; `ownerAddress` is keyed like the address lines. */
export interface BankDetails {
  readonly country: string;
  readonly ownerFullName: string;
  readonly ownerAddress: Readonly<Record<string, string>>;
  readonly bankName: string;
  readonly bankCity: string;
  readonly bic: string;
  readonly iban: string;
  /** For countries without IBANs. */
  readonly account: string;
}

/** Bank details under their names on the wire. */
export interface BankDetailsOnWire {
  readonly bank_country: string;
  readonly bank_owner_full_name: string;
  readonly bank_owner_address: Readonly<Record<string, string>>;
  readonly bank_name: string;
  readonly bank_city: string;
  readonly bank_bic: string;
  readonly bank_iban: string;
  readonly bank_account: string;
}

export const detailsFromWire = (wire: BankDetailsOnWire): BankDetails => ({
  country: wire.bank_country,
  ownerFullName: wire.bank_owner_full_name,
  ownerAddress: wire.bank_owner_address,
  bankName: wire.bank_name,
  bankCity: wire.bank_city,
  bic: wire.bank_bic,
  iban: wire.bank_iban,
  account: wire.bank_account,
});

export interface BankFacts {
  readonly addressLines: readonly { readonly key: string; readonly text: string; readonly required: boolean }[];
  /** ISO codes of the countries whose banks use IBANs. */
  readonly ibanCountries: readonly string[];
}

/** Wire names; address lines are `bank_owner_address.<key>`. */
export type BankField =
  | 'bank_country'
  | 'bank_owner_full_name'
  | `bank_owner_address.${string}`
  | 'bank_name'
  | 'bank_city'
  | 'bank_bic'
  | 'bank_iban'
  | 'bank_account'
  | 'note';

export const usesIban = (country: string, { ibanCountries }: Pick<BankFacts, 'ibanCountries'>): boolean =>
  ibanCountries.includes(country);

/** Returns the missing details in the order of the form. */
export function missingDetails(details: BankDetails, facts: BankFacts): BankField[] {
  const missing: BankField[] = [];
  const requireField = (field: BankField, value: string | undefined) => {
    if (!value?.trim()) missing.push(field);
  };
  requireField('bank_country', details.country);
  if (usesIban(details.country, facts)) requireField('bank_iban', details.iban);
  else if (details.country !== '') requireField('bank_account', details.account);
  requireField('bank_bic', details.bic);
  requireField('bank_name', details.bankName);
  requireField('bank_owner_full_name', details.ownerFullName);
  for (const { key, required } of facts.addressLines) {
    if (required) requireField(`bank_owner_address.${key}`, details.ownerAddress[key]);
  }
  return missing;
}

/** Keeps only known address lines and the number that the country uses, and writes numbers as banks do. */
export function tidyDetails(details: BankDetails, facts: BankFacts): BankDetails {
  const withIban = usesIban(details.country, facts);
  const lines = facts.addressLines.map(({ key }) => [key, details.ownerAddress[key]?.trim() ?? ''] as const);
  return {
    ...details,
    ownerAddress: Object.fromEntries(lines.filter(([, line]) => line !== '')),
    bic: electronicNumber(details.bic),
    iban: withIban ? electronicNumber(details.iban) : '',
    account: withIban ? '' : details.account.trim(),
  };
}

export type DetailsRefusal =
  | { readonly kind: 'unknown_country' }
  | {
      readonly kind: 'details_missing';
      readonly missing: readonly BankField[];
      readonly addressLines: BankFacts['addressLines'];
    };

/** Returns the details to store. Numbers that look wrong are accepted; only the form warns about them. */
export function acceptDetails(
  details: BankDetails,
  facts: BankFacts & { readonly countries: readonly { readonly code: string }[] },
): Result<BankDetails, DetailsRefusal> {
  const missing = missingDetails(details, facts);
  if (missing.length > 0) return refuse({ kind: 'details_missing', missing, addressLines: facts.addressLines });
  const isKnown = facts.countries.some(({ code }) => code === details.country);
  if (!isKnown && !usesIban(details.country, facts)) return refuse({ kind: 'unknown_country' });
  return ok(tidyDetails(details, facts));
}

/** Masks all but the end of a number, for mails and the portal. */
export function maskedNumber({ iban, account }: Pick<BankDetails, 'iban' | 'account'>): string {
  const number = iban || account;
  return number.length <= 4 ? '••••' : `•••• ${number.slice(-4)}`;
}
