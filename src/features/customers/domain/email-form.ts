import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/** For the forms that ask only for an email address: resend tickets, and forgot password. */
export function emailProblems(form: { email: string }): Problem<'email', FormKind>[] {
  if (isBlank(form.email)) return [{ field: 'email', kind: 'email_missing' }];
  if (!isEmailAddress(form.email.trim())) return [{ field: 'email', kind: 'email_invalid' }];
  return [];
}
