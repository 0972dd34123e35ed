import type { FormKind } from './form-problem.ts';

export const PASSWORD_MINIMUM = 8;

/** Why a new password cannot be taken, as far as a browser can tell; null when nothing speaks against it. */
export function newPasswordProblem(password: string): FormKind | null {
  if (isBlank(password)) return { kind: 'new_password_missing' };
  if (lengthOf(password) < PASSWORD_MINIMUM) return { kind: 'new_password_short', minimum: PASSWORD_MINIMUM };
  return null;
}

/** Characters as a person counts them, so that one sign of any script is one. */
export const lengthOf = (password: string): number => [...password.normalize('NFC')].length;

export const isBlank = (text: string): boolean => text.trim() === '';
