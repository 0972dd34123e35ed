import { text } from '#kernel/text.ts';
import type { FormProblem } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/** Spec 5, Login: both are required. */
export function loginProblems(form: { email: string; password: string }): FormProblem<'email' | 'password'>[] {
  const message = text('Please enter your email address and password.');
  if (isBlank(form.email)) return [{ field: 'email', message }];
  if (form.password === '') return [{ field: 'password', message }];
  return [];
}
