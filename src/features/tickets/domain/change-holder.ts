import { asksForAge, holderTexts } from '#features/cart/domain/holder.ts';
import { isRomanName } from '#features/cart/domain/roman-name.ts';
import { isSameHolder } from '#features/cart/domain/same-holder.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import { laterText, saidText, text } from '#kernel/text.ts';

/** Who a ticket is for, as stored or as typed: trimmed, '' when nothing was typed. */
export interface HolderDetails {
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
}

/** Which of a ticket's details may change now. `type` and `ageOptions` are the item's as it was bought. */
export interface ChangeRules {
  readonly allowNameChanges: boolean;
  readonly allowEmailChanges: boolean;
  readonly type: string;
  readonly ageOptions: readonly string[];
}

export type ChangeField = 'full_name' | 'email' | 'age';

export const NOTHING_CHANGED = laterText('Please change the ticket details.');
/** What a field is called on the form and in the list of missing fields. */
export const fieldNames = {
  full_name: laterText('Full name'),
  email: laterText('Email'),
  age: laterText('Age'),
} as const;

/** The label of a field, by its key in the form; undefined for a field without one. */
export const nameOfField = (field: string): string | undefined =>
  Object.hasOwn(fieldNames, field) ? saidText(fieldNames[field as keyof typeof fieldNames]) : undefined;

export const missingFields = (names: readonly string[]): string =>
  text('Please fill out the following fields: {fields}.', { fields: names.join(', ') });

/** What was typed, with the present details in place of those that may not change. */
export const allowedDetails = (present: HolderDetails, typed: HolderDetails, rules: ChangeRules): HolderDetails => ({
  fullName: rules.allowNameChanges ? typed.fullName.trim() : present.fullName,
  email: rules.allowEmailChanges ? typed.email.trim() : present.email,
  age: asksForAge(rules) ? typed.age : present.age,
});

const isOtherEmail = (one: string, other: string): boolean => emailKey(one) !== emailKey(other);

/** Whether the ticket can be reassigned to another account: only if its email differs from the user's own. */
export const mayReassign = (email: string, ownEmail: string): boolean => isOtherEmail(email, ownEmail);

/**
 * Returns every problem with a change of holder, in the order of the fields. `wanted` holds only details that may change.
 * All empty fields share one message; a text's format is checked only if the text changes.
 */
export function changeProblems(
  present: HolderDetails,
  wanted: HolderDetails,
  rules: ChangeRules,
  reassign: boolean,
): Problem<ChangeField | undefined>[] {
  const missing = (['full_name', 'email', 'age'] as const).filter((field) => isMissing(field, wanted, rules));
  if (missing.length > 0) {
    const message = missingFields(missing.map((field) => saidText(fieldNames[field])));
    return missing.map((field) => ({ field, message }));
  }
  const problems: Problem<ChangeField | undefined>[] = [];
  if (wanted.fullName !== present.fullName && !isRomanName(wanted.fullName)) {
    problems.push({ field: 'full_name', message: saidText(holderTexts.nameNotRoman) });
  }
  if (wanted.email !== present.email && !isEmailAddress(wanted.email)) {
    problems.push({ field: 'email', message: saidText(holderTexts.emailInvalid) });
  }
  if (asksForAge(rules) && !rules.ageOptions.includes(wanted.age ?? '')) {
    problems.push({ field: 'age', message: saidText(holderTexts.ageMissing) });
  }
  if (problems.length > 0) return problems;
  return reassign || isAnyChange(present, wanted) ? [] : [{ field: undefined, message: saidText(NOTHING_CHANGED) }];
}

function isMissing(field: ChangeField, wanted: HolderDetails, rules: ChangeRules): boolean {
  if (field === 'full_name') return rules.allowNameChanges && wanted.fullName === '';
  if (field === 'email') return rules.allowEmailChanges && wanted.email === '';
  return asksForAge(rules) && !wanted.age;
}

const isAnyChange = (present: HolderDetails, wanted: HolderDetails): boolean =>
  wanted.fullName !== present.fullName || wanted.email !== present.email || wanted.age !== present.age;

/** What a change of the holder means for the ticket. */
export interface ChangeEffect {
  /** It uses one of the name changes: another person, not another way to write the same name. */
  readonly isNameChange: boolean;
  /** Somebody else holds it now, or it lies in another mailbox or account: the old code must die. */
  readonly isNewHolder: boolean;
}

export function changeEffect(present: HolderDetails, wanted: HolderDetails, reassign: boolean): ChangeEffect {
  const isNameChange = !isSameHolder(present.fullName, wanted.fullName);
  return { isNameChange, isNewHolder: reassign || isNameChange || isOtherEmail(present.email, wanted.email) };
}
