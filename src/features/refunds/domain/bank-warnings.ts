import type { Problem } from '#kernel/problem.ts';
import { type BankDetails, type BankFacts, tidyDetails } from './bank-details.ts';

/** Provided by a library, see `number-checks.ts`. */
export interface NumberChecks {
  isIban(electronic: string): boolean;
  isBic(electronic: string): boolean;
}

export type BankWarning =
  | Problem<'bank_iban', { readonly kind: 'iban_wrong' | 'iban_of_other_country' }>
  | Problem<'bank_bic', { readonly kind: 'bic_wrong' }>;

/**
 * Warnings rather than errors: the registry of national formats can be out of date, so the customer may overrule them,
 * and the server does not check these numbers.
 */
export function bankWarnings(details: BankDetails, facts: BankFacts, checks: NumberChecks): BankWarning[] {
  const { country, iban, bic } = tidyDetails(details, facts);
  const warnings: BankWarning[] = [];
  if (iban !== '' && !checks.isIban(iban)) {
    warnings.push({ field: 'bank_iban', kind: 'iban_wrong' });
  } else if (iban !== '' && !iban.startsWith(country)) {
    warnings.push({ field: 'bank_iban', kind: 'iban_of_other_country' });
  }
  if (bic !== '' && !checks.isBic(bic)) {
    warnings.push({ field: 'bank_bic', kind: 'bic_wrong' });
  }
  return warnings;
}
