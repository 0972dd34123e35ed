import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import { text } from '#kernel/text.ts';
import { isBlank } from './password-rules.ts';

/** Spec 5, Register: both are required, then the email's form. */
export function registerProblems(form: { full_name: string; email: string }): Problem<'full_name' | 'email'>[] {
  const message = text('Please enter your full name and email address.');
  if (isBlank(form.full_name)) return [{ field: 'full_name', message }];
  if (isBlank(form.email)) return [{ field: 'email', message }];
  if (!isEmailAddress(form.email.trim()))
    return [{ field: 'email', message: text('Please enter a valid email address.') }];
  return [];
}
