import { isEmailAddress } from '#kernel/email.ts';
import { text } from '#kernel/text.ts';
import type { FormProblem } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/** Spec 5, Register: both are required, then the email's form. */
export function registerProblems(form: { full_name: string; email: string }): FormProblem<'full_name' | 'email'>[] {
  const message = text('Please enter your full name and email address.');
  if (isBlank(form.full_name)) return [{ field: 'full_name', message }];
  if (isBlank(form.email)) return [{ field: 'email', message }];
  if (!isEmailAddress(form.email.trim()))
    return [{ field: 'email', message: text('Please enter a valid email address.') }];
  return [];
}
