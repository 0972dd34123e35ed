import { z } from 'zod';
import { codeText, instant, nameText, secretText } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';
import { credential, credentialOptions, empty, id, passkey, role, staffLanguage, staffSession } from './fields.ts';

const OWN_ACCOUNT = 'Everybody manages their own sign-in.';

export const passkeyOptions = officeCall({
  name: 'passkey-options',
  summary: 'Starts adding a passkey',
  needs: { none: OWN_ACCOUNT, who: 'setup' },
  fresh: true,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ options: credentialOptions }),
});

/** New recovery codes if the account has a password and no codes left; otherwise null. */
const newCodes = z.object({ recovery_codes: z.array(z.string()).nullable() });

export const addPasskey = officeCall({
  name: 'add-passkey',
  summary: 'Adds a passkey',
  needs: { none: OWN_ACCOUNT, who: 'setup' },
  fresh: true,
  changes: true,
  secret: true,
  request: z.object({ name: nameText, response: credential }),
  answer: newCodes,
});

export const removePasskey = officeCall({
  name: 'remove-passkey',
  summary: 'Removes a passkey, unless it is the last factor',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const totpSetup = officeCall({
  name: 'totp-setup',
  summary: 'Starts adding a code app, or replacing it',
  needs: { none: OWN_ACCOUNT, who: 'setup' },
  fresh: true,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ secret: z.string(), uri: z.string(), qr_svg: z.string() }),
});

export const totpConfirm = officeCall({
  name: 'totp-confirm',
  summary: 'Adds the code app that shows this code',
  needs: { none: OWN_ACCOUNT, who: 'setup' },
  fresh: true,
  changes: true,
  secret: true,
  request: z.object({ code: codeText }),
  answer: newCodes,
});

export const totpRemove = officeCall({
  name: 'totp-remove',
  summary: 'Removes the code app, unless it is the last factor',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  request: empty,
  answer: empty,
});

export const recoveryCodes = officeCall({
  name: 'recovery-codes',
  summary: 'Replaces the recovery codes, which work together with a password',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ recovery_codes: z.array(z.string()) }),
});

export const setPassword = officeCall({
  name: 'set-password',
  summary: 'Sets or replaces the caller’s password and ends their other sessions',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  secret: true,
  request: z.object({ password: secretText }),
  answer: empty,
});

export const stepUpOptions = officeCall({
  name: 'step-up-options',
  summary: 'Starts a fresh proof with a passkey; null for people who have none',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ options: credentialOptions.nullable(), has_code_app: z.boolean() }),
});

export const stepUp = officeCall({
  name: 'step-up',
  summary: 'Gives a fresh proof of identity, with a passkey or a code of the app',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ code: codeText, response: credential.nullish() }),
  answer: z.object({ fresh_until: instant }),
});

export const me = officeCall({
  name: 'me',
  summary: 'The caller’s account: factors, sessions, settings',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: false,
  request: empty,
  answer: z.object({
    id,
    name: z.string(),
    email: z.string(),
    roles: z.array(role),
    language: staffLanguage.nullable(),
    /** Single letters act as shortcuts. */
    uses_shortcuts: z.boolean(),
    has_password: z.boolean(),
    passkeys: z.array(passkey),
    code_app_added_at: instant.nullable(),
    recovery_codes_left: z.int(),
    sessions: z.array(staffSession),
  }),
});

export const mySettings = officeCall({
  name: 'my-settings',
  summary: 'Changes the caller’s language and shortcuts',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  // Unchanged if left out.
  request: z.object({ language: staffLanguage.nullable().optional(), uses_shortcuts: z.boolean().optional() }),
  answer: empty,
});

export const endSession = officeCall({
  name: 'end-session',
  summary: 'Ends one of the caller’s sessions',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const endOtherSessions = officeCall({
  name: 'end-other-sessions',
  summary: 'Ends all sessions of the caller but this one',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  request: empty,
  answer: z.object({ ended: z.int() }),
});
