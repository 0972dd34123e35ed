import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ageAfterRenaming,
  allowedDetails,
  type ChangeRules,
  changeEffect,
  changeProblems,
  type HolderDetails,
  mayReassign,
} from './change-holder.ts';

const mila: HolderDetails = { fullName: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34' };
const everything: ChangeRules = {
  allowNameChanges: true,
  allowEmailChanges: true,
  type: 'ticket',
  ageOptions: ['25-34', '35-49'],
};
const nothing: ChangeRules = { allowNameChanges: false, allowEmailChanges: false, type: 'transport', ageOptions: [] };
const empty: HolderDetails = { fullName: '', email: '', age: null };

const problems = (wanted: Partial<HolderDetails>, rules = everything, { reassign } = { reassign: false }) => {
  const typed = { ...mila, ...wanted };
  return changeProblems(mila, allowedDetails(mila, typed, rules), rules, { reassign });
};

describe('missing fields', () => {
  test.each([
    [everything, ['full_name', 'email', 'age']],
    [{ ...everything, allowNameChanges: false }, ['email', 'age']],
    [{ ...everything, allowEmailChanges: false }, ['full_name', 'age']],
    [{ ...everything, ageOptions: [] }, ['full_name', 'email']],
    [{ ...everything, type: 'transport' }, ['full_name', 'email']],
  ])('are reported together if they may change: %j', (rules, missing) => {
    expect(problems(empty, rules)).toEqual(missing.map((field) => ({ field, kind: 'missing', missing })));
  });

  test('never include details that may not change', () => {
    expect(problems(empty, nothing)).toEqual([{ field: undefined, kind: 'nothing_changed' }]);
  });
});

test('blanks are not a name, and blanks around a name are not a change', () => {
  expect(problems({ fullName: '   ' })).toMatchObject([{ field: 'full_name' }]);
  expect(problems({ fullName: ' Mila Okonkwo ' })).toEqual([{ field: undefined, kind: 'nothing_changed' }]);
});

describe('the age in the form', () => {
  test('must be chosen again for another person, and returns with the present holder’s name', () => {
    expect(ageAfterRenaming(mila, mila, 'Noor Bakker')).toBe(null);
    expect(ageAfterRenaming(mila, { fullName: 'Noor Bakker', age: null }, 'mila  okonkwo')).toBe('25-34');
  });

  test('stays while the name is typed if the user has chosen it', () => {
    expect(ageAfterRenaming(mila, { fullName: 'Noor B', age: '25-34' }, 'Noor Ba')).toBe('25-34');
    expect(ageAfterRenaming(mila, { fullName: 'Mila Okonkwo', age: '35-49' }, 'Noor')).toBe('35-49');
  });
});

test('the format of a text is checked only if it changes', () => {
  const old = { fullName: 'Мила', email: 'mila', age: '25-34' };
  const problemsWith = (changes: Partial<HolderDetails>) =>
    changeProblems(old, { ...old, ...changes }, everything, { reassign: false });
  expect(problemsWith({ age: '35-49' })).toEqual([]);
  expect(problemsWith({ email: 'mila@local' })).toMatchObject([{ field: 'email' }]);
});

test('reassigning alone is a change', () => {
  expect(problems({}, everything, { reassign: true })).toEqual([]);
});

test.each([
  ['mila@example.org', 'mila@example.org', false],
  [' MILA@example.org', 'mila@example.org', false],
  ['noor@example.org', 'mila@example.org', true],
  ['', 'mila@example.org', true],
])('a ticket with the email %j can be reassigned by the user %j: %s', (email, own, isOther) => {
  expect(mayReassign(email, own)).toBe(isOther);
});

describe('the effect of a change', () => {
  test.each([
    [{ fullName: 'Noor Bakker' }, false, { isNameChange: true, isNewHolder: true }],
    [{ fullName: 'MILA  ókonkwo' }, false, { isNameChange: false, isNewHolder: false }],
    [{ email: 'noor@example.org' }, false, { isNameChange: false, isNewHolder: true }],
    [{ email: 'Mila@Example.org' }, false, { isNameChange: false, isNewHolder: false }],
    [{ age: '35-49' }, false, { isNameChange: false, isNewHolder: false }],
    [{}, true, { isNameChange: false, isNewHolder: true }],
  ])('of %j (reassigned: %s) is %j', (wanted, reassign, effect) => {
    expect(changeEffect(mila, { ...mila, ...wanted }, { reassign })).toEqual(effect);
  });
});

test('fixed details never change, and name changes count only if allowed', () => {
  const details = fc.record({ fullName: fc.string(), email: fc.string(), age: fc.option(fc.string()) });
  const rules = fc.record({
    allowNameChanges: fc.boolean(),
    allowEmailChanges: fc.boolean(),
    type: fc.constantFrom('ticket', 'transport'),
    ageOptions: fc.constantFrom([], ['25-34']),
  });
  fc.assert(
    fc.property(details, details, rules, (present, typed, given) => {
      const allowed = allowedDetails(present, typed, given);
      if (!given.allowNameChanges) expect(allowed.fullName).toBe(present.fullName);
      if (!given.allowEmailChanges) expect(allowed.email).toBe(present.email);
      if (given.type !== 'ticket' || given.ageOptions.length === 0) expect(allowed.age).toBe(present.age);
      const { isNameChange } = changeEffect(present, allowed, { reassign: false });
      if (isNameChange) expect(given.allowNameChanges).toBe(true);
    }),
  );
});
