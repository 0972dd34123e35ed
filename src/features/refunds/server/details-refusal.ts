import { type BankDetails, type BankFacts, type BankField, missingDetails, usesIban } from '../domain/bank-details.ts';

export type DetailsRefusal =
  | { readonly kind: 'unknown_country' }
  | {
      readonly kind: 'details_missing';
      readonly missing: readonly BankField[];
      readonly addressLines: BankFacts['addressLines'];
    };

/** Why bank details cannot be taken; null if they can. Numbers that look wrong are only warned about. */
export function whyNotDetails(
  details: BankDetails,
  facts: BankFacts & { readonly countries: readonly { readonly code: string }[] },
): DetailsRefusal | null {
  const missing = missingDetails(details, facts);
  if (missing.length > 0) return { kind: 'details_missing', missing, addressLines: facts.addressLines };
  const isKnown = facts.countries.some(({ code }) => code === details.country);
  return isKnown || usesIban(details.country, facts) ? null : { kind: 'unknown_country' };
}
