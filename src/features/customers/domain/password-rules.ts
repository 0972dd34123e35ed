import type { FormKind } from './form-problem.ts';

export const PASSWORD_MINIMUM = 8;

/** Checks a new password as far as a browser can. Returns null if it passes. */
export function newPasswordProblem(password: string): FormKind | null {
  if (isBlank(password)) return { kind: 'new_password_missing' };
  if (lengthOf(password) < PASSWORD_MINIMUM) return { kind: 'new_password_short', minimum: PASSWORD_MINIMUM };
  return null;
}

/** Counts Unicode characters, not UTF-16 units. */
export const lengthOf = (password: string): number => [...password.normalize('NFC')].length;

export const isBlank = (text: string): boolean => text.trim() === '';
