import type { ChangeProblem } from './change-holder.ts';

export type TicketChangeRefusal =
  /** No such ticket, or one that the caller does not manage; the caller cannot tell which. */
  | { readonly kind: 'not_found' }
  /** The caller's own ticket, but its code has been replaced since the caller last saw it. */
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'in_refund' }
  | { readonly kind: 'not_active' }
  | { readonly kind: 'recently_edited' }
  | { readonly kind: 'name_fixed' }
  | { readonly kind: 'email_fixed' }
  | { readonly kind: 'travel_time_fixed' }
  | { readonly kind: 'invalid'; readonly problems: readonly ChangeProblem[] }
  | { readonly kind: 'travel_time_missing' }
  /** The departure does not exist or belongs to another item. */
  | { readonly kind: 'departure_unknown' }
  /** The departure was withdrawn or has left. */
  | { readonly kind: 'departure_gone' }
  | { readonly kind: 'departure_sold_out' };
