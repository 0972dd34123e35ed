import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { FormKind } from '../domain/form-problem.ts';
import { formSentence } from './account-forms.ts';

test.each<[FormKind, string]>([
  [{ kind: 'email_missing' }, 'Please enter your email address.'],
  [{ kind: 'email_invalid' }, 'Please enter a valid email address.'],
  [{ kind: 'name_missing' }, 'Please enter your full name.'],
  [{ kind: 'name_and_email_missing' }, 'Please enter your full name and email address.'],
  [{ kind: 'email_and_password_missing' }, 'Please enter your email address and password.'],
  [{ kind: 'old_password_missing' }, 'Please enter your current password.'],
  [{ kind: 'new_password_missing' }, 'Please enter your new password.'],
  [{ kind: 'confirmation_differs' }, 'Password and confirmation do not match.'],
  [{ kind: 'new_password_short', minimum: 8 }, 'Please use at least 8 characters.'],
])('the sentence for %j is %j', (problem, sentence) => {
  expect(ENGLISH.translate(formSentence(problem))).toBe(sentence);
});
