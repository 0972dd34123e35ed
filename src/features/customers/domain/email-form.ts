import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/** For forms with only an email address: resend tickets, forgot password. */
export function emailProblems(form: { email: string }): Problem<'email', FormKind>[] {
  if (isBlank(form.email)) return [{ field: 'email', kind: 'email_missing' }];
  if (!isEmailAddress(form.email.trim())) return [{ field: 'email', kind: 'email_invalid' }];
  return [];
}
