import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import { text } from '#kernel/text.ts';
import { isBlank } from './password-rules.ts';

/** Spec 5, Resend tickets and Forgot password: forms of one email address. */
export function emailProblems(form: { email: string }): Problem<'email'>[] {
  if (isBlank(form.email)) return [{ field: 'email', message: text('Please enter your email address.') }];
  if (!isEmailAddress(form.email.trim()))
    return [{ field: 'email', message: text('Please enter a valid email address.') }];
  return [];
}
