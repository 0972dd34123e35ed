import { z } from 'zod';
import { codeText, emailText, instant, secretText } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';
import { PERMISSIONS } from '../domain/permissions.ts';
import { credential, credentialOptions, empty, id, role, staffLanguage } from './fields.ts';

const BEFORE_LOGIN = 'It belongs to signing in.';

const officeSession = z.object({
  shop_name: z.string(),
  /** The person's language. Before they sign in, the browser's if the office has it, or else the shop's. */
  language: z.string(),
  /** The shop's locale, such as de-AT. */
  shop_language: z.string(),
  /** IANA name; the office shows times as they are there. */
  timezone: z.string(),
  currency: z.string(),
  /** Digits of the currency's minor unit. */
  currency_digits: z.int(),
  /** What comes next: sign in, give the second factor, set up a first factor, or nothing. */
  step: z.enum(['login', 'code', 'setup', 'in']),
  /** Null until a password, a passkey or an invitation has identified the person. */
  person: z
    .object({
      id,
      name: z.string(),
      email: z.string(),
      roles: z.array(role),
      language: staffLanguage.nullable(),
      /** Single letters act as shortcuts. */
      uses_shortcuts: z.boolean(),
    })
    .nullable(),
  /** Empty until `step` is `in`. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Factors of the person; all empty if there is no person. */
  factors: z.object({
    has_password: z.boolean(),
    passkeys: z.int(),
    has_code_app: z.boolean(),
    recovery_codes_left: z.int(),
  }),
  /** Calls that need a fresh proof are accepted until this time. */
  fresh_until: instant.nullable(),
  /** Without activity the session ends then. */
  idle_until: instant.nullable(),
  /** The session ends then, however much it is used. */
  ends_at: instant.nullable(),
});

export const session = officeCall({
  name: 'session',
  summary: 'Who is signed in, and what comes next',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: false,
  request: empty,
  answer: officeSession,
});

export const loginPassword = officeCall({
  name: 'login-password',
  summary: 'The first half of signing in with a password',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ email: emailText, password: secretText }),
  // `passkey`: there is no code app, so a passkey or a recovery code has to follow.
  answer: z.object({ next: z.enum(['code', 'passkey', 'setup']) }),
});

export const loginCode = officeCall({
  name: 'login-code',
  summary: 'The second half: a code of the app, or a recovery code',
  needs: { none: BEFORE_LOGIN, who: 'code' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ code: codeText, recovery_code: codeText }),
  answer: z.object({ recovery_codes_left: z.int() }),
});

export const loginPasskeyOptions = officeCall({
  name: 'login-passkey-options',
  summary: 'Starts signing in with a passkey',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ options: credentialOptions }),
});

export const loginPasskey = officeCall({
  name: 'login-passkey',
  summary: 'Signs in with a passkey',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ response: credential }),
  answer: empty,
});

export const logout = officeCall({
  name: 'logout',
  summary: 'Ends the session',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: empty,
  answer: empty,
});

export const invite = officeCall({
  name: 'invite',
  summary: 'The person whom an invitation is for',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ token: codeText }),
  answer: z.object({ name: z.string(), email: z.string(), roles: z.array(role), expires_at: instant }),
});

export const acceptInvite = officeCall({
  name: 'accept-invite',
  summary: 'Accepts an invitation, with a password or without; a first factor follows',
  needs: { none: BEFORE_LOGIN, who: 'anybody' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ token: codeText, password: secretText }),
  answer: z.object({ next: z.literal('setup') }),
});
