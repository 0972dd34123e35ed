import type { Problem } from '#kernel/problem.ts';
import { text } from '#kernel/text.ts';
import { newPasswordProblem } from './password-rules.ts';

/** Spec 5, Reset password. `confirm_password` stays in the browser; the server leaves it out. */
export function resetPasswordProblems(form: {
  password: string;
  confirm_password?: string;
}): Problem<'password' | 'confirm_password'>[] {
  const problem = newPasswordProblem(form.password);
  if (problem) return [{ field: 'password', message: problem }];
  if (form.confirm_password !== undefined && form.confirm_password !== form.password) {
    return [{ field: 'confirm_password', message: text('Password and confirmation do not match.') }];
  }
  return [];
}
