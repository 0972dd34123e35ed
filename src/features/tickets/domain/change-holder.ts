import { asksForAge, type HolderProblem } from '#features/cart/domain/holder.ts';
import { isRomanName } from '#features/cart/domain/roman-name.ts';
import { isSameHolder } from '#features/cart/domain/same-holder.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';

/** As stored or as typed: trimmed, '' if empty. */
export interface HolderDetails {
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
}

/** `type` and `ageOptions` are the item's from when it was bought. */
export interface ChangeRules {
  readonly allowNameChanges: boolean;
  readonly allowEmailChanges: boolean;
  readonly type: string;
  readonly ageOptions: readonly string[];
}

export type ChangedField = 'full_name' | 'email' | 'age';

/** `nothing_changed` concerns the whole form. A `missing` problem lists all missing fields. */
export type ChangeProblem =
  | Problem<ChangedField, { kind: 'missing'; missing: readonly ChangedField[] }>
  | Problem<ChangedField, { kind: Extract<HolderProblem['kind'], 'name_not_roman' | 'email_invalid' | 'age_missing'> }>
  | Problem<undefined, { kind: 'nothing_changed' }>;

/** Returns each detail as typed if it may change, and as it is now if not. */
export const allowedDetails = (present: HolderDetails, typed: HolderDetails, rules: ChangeRules): HolderDetails => ({
  fullName: rules.allowNameChanges ? typed.fullName.trim() : present.fullName,
  email: rules.allowEmailChanges ? typed.email.trim() : present.email,
  age: asksForAge(rules) ? typed.age : present.age,
});

/**
 * The age in a form whose name becomes `fullName`. Another person's age differs from the present holder's, so it must
 * be chosen again; if the present holder's name returns, so does the age.
 */
export function ageAfterRenaming(
  present: Pick<HolderDetails, 'fullName' | 'age'>,
  typed: Pick<HolderDetails, 'fullName' | 'age'>,
  fullName: string,
): string | null {
  const isPresentHolder = isSameHolder(present.fullName, fullName);
  if (isPresentHolder === isSameHolder(present.fullName, typed.fullName)) return typed.age;
  if (isPresentHolder) return typed.age ?? present.age;
  return typed.age === present.age ? null : typed.age;
}

const isOtherEmail = (one: string, other: string): boolean => emailKey(one) !== emailKey(other);

/** True if the ticket can be reassigned: only if its email differs from the user's own. */
export const mayReassign = (email: string, ownEmail: string): boolean => isOtherEmail(email, ownEmail);

/**
 * Checks a change, in field order. `wanted` contains only details that may change. All empty fields share one message;
 * a text's format is checked only if the text changes.
 */
export function changeProblems(
  present: HolderDetails,
  wanted: HolderDetails,
  rules: ChangeRules,
  { reassign }: { readonly reassign: boolean },
): ChangeProblem[] {
  const missing = (['full_name', 'email', 'age'] as const).filter((field) => isMissing(field, wanted, rules));
  if (missing.length > 0) return missing.map((field) => ({ field, kind: 'missing', missing }));
  const problems: ChangeProblem[] = [];
  if (wanted.fullName !== present.fullName && !isRomanName(wanted.fullName)) {
    problems.push({ field: 'full_name', kind: 'name_not_roman' });
  }
  if (wanted.email !== present.email && !isEmailAddress(wanted.email)) {
    problems.push({ field: 'email', kind: 'email_invalid' });
  }
  if (asksForAge(rules) && !rules.ageOptions.includes(wanted.age ?? '')) {
    problems.push({ field: 'age', kind: 'age_missing' });
  }
  if (problems.length > 0) return problems;
  return reassign || isAnyChange(present, wanted) ? [] : [{ field: undefined, kind: 'nothing_changed' }];
}

function isMissing(field: ChangedField, wanted: HolderDetails, rules: ChangeRules): boolean {
  if (field === 'full_name') return rules.allowNameChanges && wanted.fullName === '';
  if (field === 'email') return rules.allowEmailChanges && wanted.email === '';
  return asksForAge(rules) && !wanted.age;
}

const isAnyChange = (present: HolderDetails, wanted: HolderDetails): boolean =>
  wanted.fullName !== present.fullName || wanted.email !== present.email || wanted.age !== present.age;

export interface ChangeEffect {
  /** Whether the new name is another person's, not a respelling. For customers this uses up a name change. */
  readonly isNameChange: boolean;
  /** Whether another person, mailbox or account has the ticket now, so that the old code must become invalid. */
  readonly isNewHolder: boolean;
}

export function changeEffect(
  present: HolderDetails,
  wanted: HolderDetails,
  { reassign }: { readonly reassign: boolean },
): ChangeEffect {
  const isNameChange = !isSameHolder(present.fullName, wanted.fullName);
  return { isNameChange, isNewHolder: reassign || isNameChange || isOtherEmail(present.email, wanted.email) };
}
