import { type Language, markedText } from '#kernel/language.ts';
import { conflict, type HttpRefusal, httpRefusals, invalidFields, notFound, tooMany } from '#platform/http/refusal.ts';
import { BUSY_WITH_PASSWORDS } from '#platform/secrets/passwords.ts';
import { STAFF_PASSWORD_MINIMUM } from '../domain/new-staff-password.ts';
import { roleNames } from '../words/roles.ts';
import type { AcceptRefusal } from './accept-invite.ts';
import type { ChangeRefusal } from './change-staff.ts';
import type { InviteRefusal } from './invite-staff.ts';
import type { LogInRefusal } from './log-in-with-password.ts';
import { CHANGED_MEANWHILE } from './office-calls.ts';
import type { FactorRefusal } from './set-up-factors.ts';
import type { StepUpRefusal } from './step-up.ts';

type StaffRefusal =
  | AcceptRefusal
  | ChangeRefusal
  | FactorRefusal
  | InviteRefusal
  | LogInRefusal
  | StepUpRefusal
  | { readonly kind: 'passkey_failed' };

const field = (name: string, message: HttpRefusal['message']): HttpRefusal => invalidFields([{ field: name, message }]);

export const staffRefusal = httpRefusals<StaffRefusal>({
  login_failed: { status: 422, message: markedText('The email address or password is wrong.') },
  too_many_attempts: ({ waitSeconds }) => tooMany(waitSeconds),
  busy: BUSY_WITH_PASSWORDS,
  code_wrong: field('code', markedText('This code is wrong or has already been used. Please wait for the next one.')),
  recovery_code_wrong: field(
    'recovery_code',
    markedText('This recovery code is wrong or has already been used. Please enter another one.'),
  ),
  passkey_failed: { status: 422, message: markedText('The passkey could not be checked. Please try again.') },
  passkey_known: conflict(markedText('This passkey has already been added.')),
  unknown_passkey: notFound,
  code_app_not_begun: conflict(markedText('Setting up the authenticator app took too long. Please start again.')),
  no_code_app: conflict(markedText('There is no authenticator app.')),
  last_factor: conflict(markedText('This is the only way to sign in. Add another one first.')),
  no_password: conflict(markedText('Recovery codes only work together with a password. Set a password first.')),
  session_moved_on: {
    status: 401,
    message: markedText('Your session has ended. Please sign in again.'),
  },
  invite_ended: conflict(markedText('This link has been used or has expired. Please ask an owner for a new one.')),
  password_short: field('password', ({ text }: Language) =>
    text('A password needs at least {minimum} characters.', { minimum: STAFF_PASSWORD_MINIMUM }),
  ),
  password_common: field('password', markedText('This password is easy to guess. Please choose another one.')),
  name_missing: field('name', markedText('Please enter a name.')),
  email_wrong: field('email', markedText('Please enter an email address.')),
  email_taken: field('email', markedText('Someone with this email address already has an account or an invitation.')),
  unknown_person: notFound,
  unknown_session: notFound,
  not_invited: conflict(markedText('There is no open invitation for this person.')),
  changed_meanwhile: conflict(CHANGED_MEANWHILE),
  no_role: field('roles', markedText('Choose at least one role.')),
  own_roles: conflict(markedText('You cannot change your own account here. Another owner can.')),
  role_not_yours: ({ role }) =>
    conflict(({ text, translate }: Language) =>
      text('The role {role} allows more than yours, so you cannot change it.', { role: translate(roleNames[role]) }),
    ),
  last_owner: conflict(markedText('This is the last owner who can sign in. Make someone else an owner first.')),
});
