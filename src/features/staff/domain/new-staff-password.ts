import { lengthOf } from '#features/customers/domain/password-rules.ts';

export const STAFF_PASSWORD_MINIMUM = 12;

/** Whether the password is too short. Only the server can tell whether it is too common. */
export const isTooShort = (password: string): boolean => lengthOf(password) < STAFF_PASSWORD_MINIMUM;
