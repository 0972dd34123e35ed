import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, emailText, nameText, optionalCode, secretText, text, textMap } from '#wire/fields.ts';

export const customer = z.object({
  full_name: z.string(),
  email: z.string(),
  country: z.string().nullable(),
  address: z.record(z.string(), z.string()),
  /** Whether the password is still the emailed one, so that the shop suggests choosing another. */
  password_generated: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

const message = z.object({ message: z.string() });

export const login = call({
  name: 'login',
  summary: 'Logs in with email and password and returns a login token',
  needs: 'nobody',
  changes: true,
  secret: true,
  data: true,
  request: z.object({ email: emailText, password: secretText }),
  answer: z.object({ remember_token: z.string() }),
});

export const logout = call({
  name: 'logout',
  summary: 'Logs out: ends the login token',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({}),
  answer: z.object({}),
});

/** For clients that need nothing else. The shop's own pages read the user data bundle. */
const user = z.object({ full_name: z.string(), email: z.string() });

export const getUser = call({
  name: 'get-user',
  summary: 'The name and email address of the logged-in customer',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({}),
  answer: z.object({ user }),
});

export const register = call({
  name: 'register',
  summary: 'Creates an account and emails a password; a known email address gets the same answer',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ full_name: nameText, email: emailText, from: text(500), cart: optionalCode }),
  answer: message,
});

export const loginWithLink = call({
  name: 'login-with-link',
  summary: 'Logs in with the one-time link in the registration email',
  needs: 'nobody',
  changes: true,
  secret: true,
  data: true,
  // `link` is the link's token, because `token` is the login token of every call. A body with only `token` is also
  // accepted.
  request: z.object({ link: optionalCode, token: optionalCode }),
  answer: z.object({ remember_token: z.string(), from: z.string(), cart: z.string().nullable() }),
});

export const requestPasswordReset = call({
  name: 'request-password-reset',
  summary: 'Emails a link to reset the password; an unknown email address gets the same answer',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ email: emailText }),
  answer: message,
});

export const resetPassword = call({
  name: 'reset-password',
  summary: 'Sets a new password with the code of a reset link; `token` is that code',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ token: codeText, email: emailText, password: secretText }),
  answer: message,
});

export const confirmEmail = call({
  name: 'confirm-email',
  summary: 'Confirms an account’s new email address with the one-time link sent to it',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ link: codeText }),
  answer: message,
});

export const updateSettings = call({
  name: 'update-settings',
  summary:
    'Changes the account; always requires the current password. A new email address takes effect when the link sent to it is used',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    old_password: secretText,
    new_password: secretText,
    full_name: nameText,
    email: emailText,
    // Unchanged if left out; removed if null or empty.
    country: optionalCode.optional(),
    address: textMap.optional(),
  }),
  answer: z.object({}),
});
