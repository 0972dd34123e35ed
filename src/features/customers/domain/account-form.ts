import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { isBlank, newPasswordProblem } from './password-rules.ts';

export interface AccountForm {
  old_password: string;
  full_name: string;
  email: string;
  /** Blank for no change. */
  new_password: string;
  /** Never sent to the server. */
  confirm_password?: string;
}

/** Checks the account's fields: at most one problem per field, in field order. */
export function accountProblems(form: AccountForm): Problem<keyof AccountForm, FormKind>[] {
  const problems: Problem<keyof AccountForm, FormKind>[] = [];
  if (form.old_password === '') problems.push({ field: 'old_password', kind: 'old_password_missing' });
  if (isBlank(form.full_name)) problems.push({ field: 'full_name', kind: 'name_missing' });
  if (isBlank(form.email)) {
    problems.push({ field: 'email', kind: 'email_missing' });
  } else if (!isEmailAddress(form.email.trim())) {
    problems.push({ field: 'email', kind: 'email_invalid' });
  }
  const problem = isBlank(form.new_password) ? null : newPasswordProblem(form.new_password);
  if (problem) problems.push({ field: 'new_password', ...problem });
  const confirmation = form.confirm_password ?? form.new_password;
  if (confirmation !== form.new_password && !(isBlank(form.new_password) && isBlank(confirmation))) {
    problems.push({ field: 'confirm_password', kind: 'confirmation_differs' });
  }
  return problems;
}
