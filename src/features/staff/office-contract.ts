import { z } from 'zod';
import { codeText, emailText, instant, nameText, secretText, text } from '#wire/fields.ts';
import { officeCall } from './domain/office-call.ts';
import { PERMISSIONS, ROLES } from './domain/permissions.ts';

const empty = z.object({});
const role = z.enum(ROLES);
const rolesText = z.array(role).max(ROLES.length);
const id = z.int().positive();

/** What the browser's `PublicKeyCredential` says, as JSON. Its parts are checked by the WebAuthn library. */
const credential = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.string().max(40),
  response: z.looseObject({ clientDataJSON: z.string().max(8_000) }),
});
/** Handed to `@simplewebauthn/browser` as they are. */
const credentialOptions = z.record(z.string(), z.unknown());

const BEFORE_LOGIN = 'It belongs to signing in.';
const OWN_ACCOUNT = 'Everybody looks after their own sign-in.';

/** The language of a member of staff; null while nobody is signed in completely. */
const staffLanguage = z.enum(['en', 'de', 'hr']);

const officeSession = z.object({
  shop_name: z.string(),
  /** The shop's language, for people who have not chosen one. */
  shop_language: z.string(),
  /** IANA name; the office shows times as they are there. */
  timezone: z.string(),
  currency: z.string(),
  /** Digits of the currency's minor unit. */
  currency_digits: z.int(),
  /** What comes next: sign in, give the second factor, set up a first factor, or nothing. */
  step: z.enum(['login', 'code', 'setup', 'in']),
  /** Null before the password or the invitation. */
  person: z
    .object({
      id,
      name: z.string(),
      email: z.string(),
      roles: z.array(role),
      language: staffLanguage.nullable(),
      /** Single letters act as shortcuts. */
      keys: z.boolean(),
    })
    .nullable(),
  /** Empty until `step` is `in`. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Factors of the person; all empty for nobody. */
  factors: z.object({
    has_password: z.boolean(),
    passkeys: z.int(),
    has_code_app: z.boolean(),
    recovery_codes_left: z.int(),
  }),
  /** Until then calls that need a fresh proof go through. */
  fresh_until: instant.nullable(),
  /** Without a press the session ends then. */
  idle_until: instant.nullable(),
  /** Whatever happens, it ends then. */
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
  summary: 'Whom an invitation is for',
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

/** New recovery codes come with the first factor of an account that has a password; otherwise null. */
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
  summary: 'Removes a passkey; the last factor cannot go',
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
  summary: 'Removes the code app; the last factor cannot go',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  request: empty,
  answer: empty,
});

export const recoveryCodes = officeCall({
  name: 'recovery-codes',
  summary: 'Replaces the recovery codes; they work beside a password',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: true,
  changes: true,
  secret: true,
  request: empty,
  answer: z.object({ recovery_codes: z.array(z.string()) }),
});

export const setPassword = officeCall({
  name: 'set-password',
  summary: 'Sets or replaces the own password and ends the other sessions',
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
  summary: 'Proves again who is there, with a passkey or a code of the app',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ code: codeText, response: credential.nullish() }),
  answer: z.object({ fresh_until: instant }),
});

const staffSession = z.object({
  id,
  /** Such as "Chrome on Windows". */
  device: z.string(),
  began_at: instant,
  last_press_at: instant,
  ends_at: instant,
  is_current: z.boolean(),
});

const passkey = z.object({
  id,
  name: z.string(),
  added_at: instant,
  last_used_at: instant.nullable(),
  /** Kept in several places by its provider, such as a phone's account. */
  is_synced: z.boolean(),
  /** Its counter went back once, as if somebody had copied it. */
  counter_went_back: z.boolean(),
});

export const me = officeCall({
  name: 'me',
  summary: 'The own account: factors, sessions, settings',
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
    keys: z.boolean(),
    has_password: z.boolean(),
    passkeys: z.array(passkey),
    code_app_added_at: instant.nullable(),
    recovery_codes_left: z.int(),
    sessions: z.array(staffSession),
  }),
});

export const mySettings = officeCall({
  name: 'my-settings',
  summary: 'Changes the own language and shortcuts',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  // Left out: unchanged.
  request: z.object({ language: staffLanguage.nullable().optional(), keys: z.boolean().optional() }),
  answer: empty,
});

export const endSession = officeCall({
  name: 'end-session',
  summary: 'Ends one of the own sessions',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const endOtherSessions = officeCall({
  name: 'end-other-sessions',
  summary: 'Ends all of the own sessions but this one',
  needs: { none: OWN_ACCOUNT, who: 'staff' },
  fresh: false,
  changes: true,
  request: empty,
  answer: z.object({ ended: z.int() }),
});

/**
 * `invited`: the link waits. `late`: it ended unused. `active`: may sign in. `suspended`: may not.
 */
const staffState = z.enum(['invited', 'late', 'active', 'suspended']);

const colleague = z.object({
  id,
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  state: staffState,
  passkeys: z.int(),
  has_code_app: z.boolean(),
  last_seen_at: instant.nullable(),
  invited_at: instant.nullable(),
  invite_ends_at: instant.nullable(),
  is_me: z.boolean(),
});

export const staffList = officeCall({
  name: 'staff-list',
  summary: 'Everybody who works in the office',
  needs: { permission: 'staff.manage' },
  fresh: false,
  changes: false,
  request: empty,
  answer: z.object({ people: z.array(colleague) }),
});

export const staffPerson = officeCall({
  name: 'staff-person',
  summary: 'One colleague: roles, factors, sessions',
  needs: { permission: 'staff.manage' },
  fresh: false,
  changes: false,
  request: z.object({ id }),
  answer: colleague.extend({
    since: instant,
    code_app_added_at: instant.nullable(),
    recovery_codes_left: z.int(),
    passkey_list: z.array(passkey),
    sessions: z.array(staffSession),
    /** Roles that the caller may give or take away. Empty for the own account. */
    may_give: z.array(role),
  }),
});

export const staffInvite = officeCall({
  name: 'staff-invite',
  summary: 'Invites somebody; the link in the mail works for 48 hours',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ name: nameText, email: emailText, roles: rolesText }),
  answer: z.object({ id }),
});

export const staffInviteAgain = officeCall({
  name: 'staff-invite-again',
  summary: 'Mails a new link; the old one ends',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const staffInviteWithdraw = officeCall({
  name: 'staff-invite-withdraw',
  summary: 'Withdraws an invitation that was not used',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const staffRoles = officeCall({
  name: 'staff-roles',
  summary: 'Sets the roles of a colleague',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ id, roles: rolesText }),
  answer: empty,
});

export const staffSuspend = officeCall({
  name: 'staff-suspend',
  summary: 'Suspends a colleague, who is signed out at once, or lets them in again',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ id, suspended: z.boolean() }),
  answer: empty,
});

export const staffResetFactors = officeCall({
  name: 'staff-reset-factors',
  summary: 'Removes password, passkeys and code app of a colleague and mails a link to set up new ones',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ id }),
  answer: empty,
});

export const staffEndSessions = officeCall({
  name: 'staff-end-sessions',
  summary: 'Ends one session of a colleague, or all',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  // Without `session`: all.
  request: z.object({ id, session: id.nullish() }),
  answer: z.object({ ended: z.int() }),
});

const auditVia = z.enum(['office', 'cli', 'device', 'system', 'gateway', 'customer']);

const auditEntry = z.object({
  id,
  at: instant,
  /** The name as it was then. */
  actor: z.string(),
  /** Null for everybody but staff. */
  staff_id: id.nullable(),
  /** Null for entries from before there was an office. */
  via: auditVia.nullable(),
  /** Such as `staff.roles-changed`. */
  action: z.string(),
  subject: z.string(),
  /** Facts and ids; `before` and `after` where something changed. */
  details: z.record(z.string(), z.unknown()),
  /** The entry that this one took back. */
  undoes: id.nullable(),
  /** What is deleted after 90 days: where it came from, and names before and after. Null once it is gone. */
  private: z.object({ ip: z.string(), device: z.string(), before: z.unknown(), after: z.unknown() }).nullable(),
});

export const auditList = officeCall({
  name: 'audit-list',
  summary: 'Who did what, newest first; 50 entries a page',
  needs: { permission: 'audit.see' },
  fresh: false,
  changes: false,
  request: z.object({
    /** The id of the last entry shown; continues after it. */
    after: id.nullish(),
    /** A colleague's id. */
    person: id.nullish(),
    /** The whole action, such as `refund.processed`, or its beginning up to a dot: `refund.` */
    action: text(80),
    /** The affected thing, such as an order's code. */
    subject: text(200),
    via: auditVia.nullish(),
    /** From this moment on. */
    from: instant.nullish(),
    /** Before this moment. */
    until: instant.nullish(),
  }),
  answer: z.object({
    entries: z.array(auditEntry),
    /** For `after`; null at the end. */
    next: id.nullable(),
    /** Colleagues to filter by; actions to filter by, with what happened in the last year. */
    people: z.array(z.object({ id, name: z.string() })),
    actions: z.array(z.string()),
  }),
});
