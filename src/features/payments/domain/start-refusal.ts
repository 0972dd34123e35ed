import type { Minor } from '#kernel/money.ts';

/** Why a payment cannot be made at a gateway. */
export type StartRefusal =
  | { readonly kind: 'too_small'; readonly minimum: Minor }
  | { readonly kind: 'too_large'; readonly maximum: Minor }
  | { readonly kind: 'currency_not_taken' }
  | { readonly kind: 'details_missing'; readonly field: 'full_name' | 'address' | 'city' | 'postal_code' }
  | { readonly kind: 'email_too_long'; readonly maximum: number };
