import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import { laterText, saidText } from '#kernel/text.ts';
import { isRomanName } from './roman-name.ts';

/** Who a ticket is for, as typed: trimmed text, '' or null when nothing was typed or chosen. */
export interface Holder {
  readonly fullName: string;
  readonly email: string;
  /** A key of the item's age options. */
  readonly age: string | null;
  /** Of the chosen departure. */
  readonly transportTimeId: string | null;
}

/** What the rules look at in the item. `ageOptions` empty: no age is asked. */
export interface HolderRules {
  readonly type: string;
  readonly ageOptions: readonly string[];
  readonly travelTimeType: 'fixed' | 'selectable' | null;
}

export type HolderField = 'full_name' | 'email' | 'age' | 'transport_time_id';

export const holderTexts = {
  nameMissing: laterText('Please enter the full name for this ticket holder.'),
  nameNotRoman: laterText('Please enter the full name in roman characters.'),
  emailMissing: laterText('Please enter the email address for this ticket holder.'),
  emailInvalid: laterText('Please enter a valid email address for this ticket holder.'),
  ageMissing: laterText('Please choose the age range for this ticket holder.'),
  travelTimeMissing: laterText('Please choose your travel date and time.'),
} as const;

/** Whether the dialog asks for an age: the product is a ticket and has age options. */
export const asksForAge = (item: Pick<HolderRules, 'type' | 'ageOptions'>): boolean =>
  item.type === 'ticket' && item.ageOptions.length > 0;

/** Whether a travel time must be chosen. Every item with selectable times has its seats counted by departure. */
export const asksForTravelTime = (item: Pick<HolderRules, 'travelTimeType'>): boolean =>
  item.travelTimeType === 'selectable';

/**
 * Returns every problem with a holder's details, in the order of the fields. Whether a chosen travel time exists and has a
 * free seat is not checked here; the stock decides that.
 */
export function holderProblems(item: HolderRules, holder: Holder): Problem<HolderField>[] {
  const problems: Problem<HolderField>[] = [];
  if (holder.fullName.trim() === '') problems.push({ field: 'full_name', message: saidText(holderTexts.nameMissing) });
  else if (!isRomanName(holder.fullName))
    problems.push({ field: 'full_name', message: saidText(holderTexts.nameNotRoman) });

  const email = holder.email.trim();
  if (email === '') problems.push({ field: 'email', message: saidText(holderTexts.emailMissing) });
  else if (!isEmailAddress(email)) problems.push({ field: 'email', message: saidText(holderTexts.emailInvalid) });

  if (asksForAge(item) && !item.ageOptions.includes(holder.age ?? '')) {
    problems.push({ field: 'age', message: saidText(holderTexts.ageMissing) });
  }
  if (asksForTravelTime(item) && !holder.transportTimeId) {
    problems.push({ field: 'transport_time_id', message: saidText(holderTexts.travelTimeMissing) });
  }
  return problems;
}
