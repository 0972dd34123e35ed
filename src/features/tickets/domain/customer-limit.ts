export type TicketChange = 'name' | 'email' | 'age' | 'time';

interface CustomerRights {
  /** Whether the customer may change the name, apart from the lock. */
  readonly may_name: boolean;
  readonly may_email: boolean;
  readonly may_time: boolean;
  /** The end of the lock after a recent edit; null if there is none. */
  readonly edited_until: string | null;
}

/** What keeps the customer from making a change. A lock passes; a forbidden change stays forbidden. */
export type CustomerLimit = { readonly kind: 'forbidden' } | { readonly kind: 'locked'; readonly until: string };

/** Returns what keeps the customer from making these changes without staff; null if nothing does. */
export function customerLimit(rights: CustomerRights, changes: readonly TicketChange[]): CustomerLimit | null {
  if (changes.length === 0) return null;
  const isAllowed = {
    name: rights.may_name,
    email: rights.may_email,
    age: rights.may_name || rights.may_email,
    time: rights.may_time,
  };
  if (!changes.every((change) => isAllowed[change])) return { kind: 'forbidden' };
  return rights.edited_until ? { kind: 'locked', until: rights.edited_until } : null;
}
