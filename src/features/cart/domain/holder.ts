import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import { isRomanName } from './roman-name.ts';

/** The person a ticket is for, as typed: trimmed, and '' or null if empty. */
export interface Holder {
  readonly fullName: string;
  readonly email: string;
  /** A key of the item's age options. */
  readonly age: string | null;
  readonly transportTimeId: string | null;
}

export const holderFromWire = (wire: {
  readonly full_name: string;
  readonly email: string;
  readonly age: string | null;
  readonly transport_time_id: string | null;
}): Holder => ({
  fullName: wire.full_name,
  email: wire.email,
  age: wire.age,
  transportTimeId: wire.transport_time_id,
});

/** `ageOptions` is empty if the age is not needed. */
export interface HolderRules {
  readonly type: string;
  readonly ageOptions: readonly string[];
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}

export type HolderProblem =
  | Problem<'full_name', { kind: 'name_missing' | 'name_not_roman' }>
  | Problem<'full_name', { kind: 'already_in_cart'; product: string; fullName: string }>
  | Problem<'email', { kind: 'email_missing' | 'email_invalid' }>
  | Problem<'age', { kind: 'age_missing' }>
  | Problem<'transport_time_id', { kind: 'travel_time_missing' }>;

export const asksForAge = (item: Pick<HolderRules, 'type' | 'ageOptions'>): boolean =>
  item.type === 'ticket' && item.ageOptions.length > 0;

/** Items with selectable times count their seats per departure. */
export const asksForTravelTime = (item: Pick<HolderRules, 'travelTimeType'>): boolean =>
  item.travelTimeType === 'selectable';

/**
 * Checks the fields of a holder, in field order. Whether the chosen travel time exists and has a free seat is checked
 * when stock is held.
 */
export function holderProblems(item: HolderRules, holder: Holder): HolderProblem[] {
  const problems: HolderProblem[] = [];
  if (holder.fullName.trim() === '') problems.push({ field: 'full_name', kind: 'name_missing' });
  else if (!isRomanName(holder.fullName)) problems.push({ field: 'full_name', kind: 'name_not_roman' });

  const email = holder.email.trim();
  if (email === '') problems.push({ field: 'email', kind: 'email_missing' });
  else if (!isEmailAddress(email)) problems.push({ field: 'email', kind: 'email_invalid' });

  if (asksForAge(item) && !item.ageOptions.includes(holder.age ?? '')) {
    problems.push({ field: 'age', kind: 'age_missing' });
  }
  if (asksForTravelTime(item) && !holder.transportTimeId) {
    problems.push({ field: 'transport_time_id', kind: 'travel_time_missing' });
  }
  return problems;
}
