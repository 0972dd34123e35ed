import { laterText, type Sentence } from '#kernel/language.ts';
import type { FormKind } from '../domain/form-problem.ts';

export const COUNTRY_MISSING = laterText('Please choose your country.');

const texts = {
  email_missing: laterText('Please enter your email address.'),
  email_invalid: laterText('Please enter a valid email address.'),
  name_missing: laterText('Please enter your full name.'),
  name_and_email_missing: laterText('Please enter your full name and email address.'),
  email_and_password_missing: laterText('Please enter your email address and password.'),
  old_password_missing: laterText('Please enter your current password.'),
  new_password_missing: laterText('Please enter your new password.'),
  confirmation_differs: laterText('Password and confirmation do not match.'),
} satisfies Record<Exclude<FormKind['kind'], 'new_password_short'>, string>;

export const formSentence = (problem: FormKind): Sentence =>
  problem.kind === 'new_password_short'
    ? ({ text }) => text('Please use at least {minimum} characters.', { minimum: problem.minimum })
    : texts[problem.kind];

/** Must not reveal which of the two is wrong. */
export const WRONG_LOGIN = laterText('The email address or password is wrong.');
