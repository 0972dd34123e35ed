import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { ChangeProblem } from '../domain/change-holder.ts';
import type { NameFixedReason } from '../domain/manageable.ts';
import type { NameRule } from '../domain/ticket-flags.ts';
import { changeSentence, nameOfField } from './change-holder.ts';
import { nameChangesLeft, nameFixedSentence, nameRuleSentence } from './name-changes.ts';

test.each<[ChangeProblem, string]>([
  [
    { field: 'email', kind: 'missing', missing: ['full_name', 'email', 'age'] },
    'Please fill out the following fields: Full name, Email, Age.',
  ],
  [{ field: 'full_name', kind: 'name_not_roman' }, 'Please enter the full name in roman characters.'],
  [{ field: undefined, kind: 'nothing_changed' }, 'Please change the ticket details.'],
])('the sentence of %j is %j', (problem, sentence) => {
  expect(ENGLISH.translate(changeSentence(problem))).toBe(sentence);
});

test('a field of the form has a label, and any other name has none', () => {
  expect([nameOfField('full_name'), nameOfField('constructor')]).toEqual(['Full name', undefined]);
});

test.each<[NameFixedReason, string]>([
  [{ kind: 'changes_used' }, 'You have used all the name changes for this ticket.'],
  [{ kind: 'too_late', until: '2027-07-20T00:00:00Z' }, 'The deadline for name changes was <2027-07-20T00:00:00Z>.'],
  [{ kind: 'fixed' }, 'The name on this ticket cannot be changed.'],
])('the reason for a fixed name (%j) reads: %s', (why, sentence) => {
  expect(ENGLISH.translate(nameFixedSentence(why, (instant) => `<${instant}>`))).toBe(sentence);
});

test.each<[NameRule, string]>([
  [{ kind: 'open', until: null }, 'You can change the name in the portal.'],
  [{ kind: 'open', until: 'noon' }, 'You can change the name in the portal until <noon>.'],
  [{ kind: 'changes_used' }, 'You have used all the name changes for this ticket.'],
  [{ kind: 'fixed' }, 'The name on this ticket cannot be changed.'],
])('the rule for a name (%j) reads: %s', (rule, sentence) => {
  expect(ENGLISH.translate(nameRuleSentence(rule, (instant) => `<${instant}>`))).toBe(sentence);
});

test.each([
  [0, '0 changes left'],
  [1, '1 change left'],
  [2, '2 changes left'],
])('the sentence for %s changes left is %j', (left, words) => {
  expect(ENGLISH.translate(nameChangesLeft(left))).toBe(words);
});
