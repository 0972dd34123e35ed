import { markedText, type Sentence } from '#kernel/language.ts';
import type { FormKind } from '../domain/form-problem.ts';

export const COUNTRY_MISSING = markedText('Please choose your country.');

const texts = {
  email_missing: markedText('Please enter your email address.'),
  email_invalid: markedText('Please enter a valid email address.'),
  name_missing: markedText('Please enter your full name.'),
  name_and_email_missing: markedText('Please enter your full name and email address.'),
  email_and_password_missing: markedText('Please enter your email address and password.'),
  old_password_missing: markedText('Please enter your current password.'),
  new_password_missing: markedText('Please enter your new password.'),
  confirmation_differs: markedText('Password and confirmation do not match.'),
} satisfies Record<Exclude<FormKind['kind'], 'new_password_short'>, string>;

export const formSentence = (problem: FormKind): Sentence =>
  problem.kind === 'new_password_short'
    ? ({ text }) => text('Please use at least {minimum} characters.', { minimum: problem.minimum })
    : texts[problem.kind];

/** Must not reveal which of the two is wrong. */
export const WRONG_LOGIN = markedText('The email address or password is wrong.');
