import type { Problem } from '#kernel/problem.ts';
import type { FormKind } from './form-problem.ts';
import { isBlank } from './password-rules.ts';

/** Whether email or password were wrong, for which the server answers 422 without field errors. */
export const isWrongLogin = (thrown: unknown): boolean => {
  const { status, errors } = (thrown ?? {}) as { status?: number; errors?: object };
  return status === 422 && Object.keys(errors ?? {}).length === 0;
};

export function loginProblems(form: { email: string; password: string }): Problem<'email' | 'password', FormKind>[] {
  const kind = 'email_and_password_missing';
  if (isBlank(form.email)) return [{ field: 'email', kind }];
  if (form.password === '') return [{ field: 'password', kind }];
  return [];
}
