import { isEmailAddress } from '#kernel/email.ts';
import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/**
 * Checks a registration. Both fields are required and share one message. The email's format is checked only if both
 * are filled in.
 */
export function registerProblems(form: {
  full_name: string;
  email: string;
}): Problem<'full_name' | 'email', FormKind>[] {
  const kind = 'name_and_email_missing';
  if (isBlank(form.full_name)) return [{ field: 'full_name', kind }];
  if (isBlank(form.email)) return [{ field: 'email', kind }];
  if (!isEmailAddress(form.email.trim())) return [{ field: 'email', kind: 'email_invalid' }];
  return [];
}
