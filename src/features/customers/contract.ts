import { z } from 'zod';
import { call } from '#kernel/call.ts';
import { codeText, emailText, nameText, optionalCode, secretText, text, textMap } from '#wire/fields.ts';

export const customer = z.object({
  full_name: z.string(),
  email: z.string(),
  country: z.string().nullable(),
  address: z.record(z.string(), z.string()),
  /** Whether the password is still the mailed one; the shop then suggests choosing their own. */
  password_generated: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

const message = z.object({ message: z.string() });

export const login = call({
  name: 'login',
  summary: 'Email and password for a login token',
  needs: 'nobody',
  changes: true,
  secret: true,
  data: true,
  request: z.object({ email: emailText, password: secretText }),
  answer: z.object({ remember_token: z.string() }),
});

export const logout = call({
  name: 'logout',
  summary: 'Ends the login token',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({}),
  answer: z.object({}),
});

/** The logged-in customer, for clients that need nothing else. The shop's pages read the user data bundle instead. */
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
  summary: 'Makes an account and mails a password; the same answer for a known email',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ full_name: nameText, email: emailText, from: text(500), cart: optionalCode }),
  answer: message,
});

export const loginWithLink = call({
  name: 'login-with-link',
  summary: 'Uses the one-time login link of the registration mail',
  needs: 'nobody',
  changes: true,
  secret: true,
  data: true,
  // `link` is the link's token, because `token` is the login token of every call; a body with only `token` is accepted
  // too.
  request: z.object({ link: optionalCode, token: optionalCode }),
  answer: z.object({ remember_token: z.string(), from: z.string(), cart: z.string().nullable() }),
});

export const requestPasswordReset = call({
  name: 'request-password-reset',
  summary: 'Mails a reset link; the same answer for an unknown email',
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
  summary: 'Uses the one-time link that was mailed to the new email address of an account, which counts from then on',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ link: codeText }),
  answer: message,
});

export const updateSettings = call({
  name: 'update-settings',
  summary:
    'Changes the account; the current password is always needed. Another email address counts once the link mailed there is used',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    old_password: secretText,
    new_password: secretText,
    full_name: nameText,
    email: emailText,
    // Left out: unchanged. Null or empty: removed.
    country: optionalCode.optional(),
    address: textMap.optional(),
  }),
  answer: z.object({}),
});
