import type { Problem } from '#kernel/problem.ts';
import { laterText, text } from '#kernel/text.ts';
import { isBlank } from './password-rules.ts';

/** Shown in the form when the server refuses a login; it does not reveal which of the two is wrong. */
export const WRONG_LOGIN = laterText('The email address or password is wrong.');

/** Whether a failed call means a wrong email address or password: a 422 without field errors. */
export const isWrongLogin = (thrown: unknown): boolean => {
  const { status, errors } = (thrown ?? {}) as { status?: number; errors?: object };
  return status === 422 && Object.keys(errors ?? {}).length === 0;
};

/** Both are required. */
export function loginProblems(form: { email: string; password: string }): Problem<'email' | 'password'>[] {
  const message = text('Please enter your email address and password.');
  if (isBlank(form.email)) return [{ field: 'email', message }];
  if (form.password === '') return [{ field: 'password', message }];
  return [];
}
