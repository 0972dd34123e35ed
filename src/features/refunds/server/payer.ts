import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Payer } from '../domain/credit-transfer.ts';
import { losesLetters, MAX_NAME_LENGTH, NOTHING_LEFT, sepaText } from '../domain/sepa-text.ts';
import { numberChecks } from '../number-checks.ts';

export type PayerRefusal =
  | { readonly kind: 'payer_name_loses_letters'; readonly name: string }
  | { readonly kind: 'no_payer_name' }
  | { readonly kind: 'no_payer_iban' }
  | { readonly kind: 'wrong_payer_iban'; readonly iban: string }
  | { readonly kind: 'wrong_payer_bic'; readonly bic: string };

/** An account given at the command line instead of the shop's own. */
export interface GivenPayer {
  readonly name?: string | undefined;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
}

/** The account that refunds are paid from. */
export function payerOf({ public: open, private: hidden }: Shop, given: GivenPayer = {}): Result<Payer, PayerRefusal> {
  const name = (given.name ?? open.operator.name).trim();
  if (losesLetters(name, MAX_NAME_LENGTH)) return refuse({ kind: 'payer_name_loses_letters', name });
  if (sepaText(name, MAX_NAME_LENGTH) === NOTHING_LEFT) return refuse({ kind: 'no_payer_name' });
  const own = hidden.payer;
  const iban = (given.iban ?? own?.bankIban ?? '').replace(/\s/g, '').toUpperCase();
  if (iban === '') return refuse({ kind: 'no_payer_iban' });
  if (!numberChecks.isIban(iban)) return refuse({ kind: 'wrong_payer_iban', iban });
  // The shop's own BIC does not apply to another account.
  const bic = (given.bic ?? (given.iban === undefined ? own?.bankBic : null) ?? '').replace(/\s/g, '').toUpperCase();
  if (bic !== '' && !numberChecks.isBic(bic)) return refuse({ kind: 'wrong_payer_bic', bic });
  return ok({ name, iban, bic: bic === '' ? null : bic });
}
