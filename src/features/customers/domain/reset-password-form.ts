import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { newPasswordProblem } from './password-rules.ts';

/** `confirm_password` is never sent to the server. */
export function resetPasswordProblems(form: {
  password: string;
  confirm_password?: string;
}): Problem<'password' | 'confirm_password', FormKind>[] {
  const problem = newPasswordProblem(form.password);
  if (problem) return [{ field: 'password', ...problem }];
  if (form.confirm_password !== undefined && form.confirm_password !== form.password) {
    return [{ field: 'confirm_password', kind: 'confirmation_differs' }];
  }
  return [];
}
