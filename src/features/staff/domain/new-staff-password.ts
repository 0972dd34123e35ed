import { lengthOf } from '#features/customers/domain/password-rules.ts';

export const STAFF_PASSWORD_MINIMUM = 12;

/** True if the password is too short, as far as a browser can tell. */
export const isTooShort = (password: string): boolean => lengthOf(password) < STAFF_PASSWORD_MINIMUM;
