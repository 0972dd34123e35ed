import { z } from 'zod';
import { emailText, instant, nameText } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';
import { empty, id, passkey, role, roleList, staffSession } from './fields.ts';

/**
 * `invited`: the link is still valid. `expired`: the link was not used in time. `active`: may sign in. `suspended`: may
 * not.
 */
const staffState = z.enum(['invited', 'expired', 'active', 'suspended']);

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
    /** Roles that the caller may give or take away. Empty for the caller's own account. */
    may_give: z.array(role),
  }),
});

export const staffInvite = officeCall({
  name: 'staff-invite',
  summary: 'Invites somebody; the link in the mail works for 48 hours',
  needs: { permission: 'staff.manage' },
  fresh: true,
  changes: true,
  request: z.object({ name: nameText, email: emailText, roles: roleList }),
  answer: z.object({ id }),
});

export const staffInviteAgain = officeCall({
  name: 'staff-invite-again',
  summary: 'Mails a new link; the old one stops working',
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
  request: z.object({
    id,
    roles: roleList,
    /** The roles that the form showed; somebody else's change since then is not overwritten. Absent: not checked. */
    was: roleList.optional(),
  }),
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
  // All sessions if `session` is left out.
  request: z.object({ id, session: id.nullish() }),
  answer: z.object({ ended: z.int() }),
});
