import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, holding, refusing } from './stand-ins.ts';
import { choose, fill, inOrder, press, pressInDialog, tick } from './steps.ts';

const WHEN = '2026-11-20T10:00:00.000Z';

const passkeys: OfficeAnswer<'me'>['passkeys'] = [
  { id: 1, name: 'Firefox on Windows', added_at: WHEN, last_used_at: WHEN, is_synced: true, counter_went_back: false },
  { id: 2, name: 'Security key', added_at: WHEN, last_used_at: null, is_synced: false, counter_went_back: true },
];
const sessions = (own: OfficeAnswer<'me'>['sessions']): OfficeAnswer<'me'>['sessions'] => [
  ...own.slice(0, 1),
  { id: 901, device: 'Safari on iPhone', began_at: WHEN, last_active_at: WHEN, ends_at: WHEN, is_current: false },
  { id: 902, device: 'Firefox on Linux', began_at: WHEN, last_active_at: WHEN, ends_at: WHEN, is_current: false },
];

const invited = (answer: OfficeAnswer<'staff-list'>): OfficeAnswer<'staff-list'> => ({
  people: answer.people.map((person, index) => {
    if (index < 6) return person;
    const state = index === 6 ? ('invited' as const) : ('expired' as const);
    return {
      ...person,
      state,
      passkeys: 0,
      has_code_app: false,
      last_seen_at: null,
      invited_at: WHEN,
      invite_ends_at: WHEN,
    };
  }),
});

const health = (change: (answer: OfficeAnswer<'health'>) => OfficeAnswer<'health'>) => changing('health', change);

/** Colleagues, the audit log, health and the viewer's own account. */
export const teamStates: readonly OfficeState[] = [
  { name: 'team/staff', at: '/office/staff', sees: 'Berta Vos' },
  { name: 'team/staff, invited', at: '/office/staff', before: changing('staff-list', invited), sees: /Invit/ },
  { name: 'team/staff, long texts', at: '/office/staff', before: changing('staff-list', atLength), sees: /Rotterdam/ },
  {
    name: 'team/invite, mistakes',
    at: '/office/staff',
    act: press('Send invitation'),
    sees: 'There is a problem',
  },
  {
    name: 'team/invite, email taken',
    at: '/office/staff',
    before: refusing('staff-invite', {
      status: 422,
      message: 'Please check your entries.',
      errors: { email: ['Someone with this email address already has an account or an invitation.'] },
    }),
    act: inOrder(
      fill('Name and email', 'Noor Bakker <noor@sandlark.example>'),
      tick('Support'),
      press('Send invitation'),
    ),
    sees: /already has an account/,
  },
  { name: 'team/person', at: '/office/staff/2', sees: 'Lena Ruiz' },
  { name: 'team/own person', at: '/office/staff/1', sees: 'Berta Vos' },
  {
    name: 'team/person with passkeys and sessions',
    at: '/office/staff/2',
    before: changing('staff-person', (person) => ({
      ...person,
      passkeys: 2,
      passkey_list: passkeys,
      sessions: sessions(person.sessions),
    })),
    sees: 'Safari on iPhone',
  },
  {
    name: 'team/person suspended',
    at: '/office/staff/2',
    before: changing('staff-person', (person) => ({ ...person, state: 'suspended' })),
    sees: 'Lena Ruiz',
  },
  {
    name: 'team/person invited',
    at: '/office/staff/2',
    before: changing('staff-person', (person) => ({
      ...person,
      state: 'invited',
      code_app_added_at: null,
      has_code_app: false,
      invited_at: WHEN,
      invite_ends_at: WHEN,
    })),
    sees: 'Lena Ruiz',
  },
  { name: 'team/roles changed', at: '/office/staff/2', act: tick('Finance'), sees: 'Lena Ruiz' },
  { name: 'team/reset sign-in', at: '/office/staff/2', act: press(/Reset sign-in/), sees: /Lena/ },
  { name: 'team/suspend', at: '/office/staff/2', act: press(/Suspend/), sees: /Lena/ },
  {
    name: 'team/last owner',
    at: '/office/staff/2',
    before: refusing('staff-roles', {
      status: 409,
      message: 'This is the last owner who can sign in. Make someone else an owner first.',
    }),
    act: inOrder(tick('Finance'), press(/^Save/)),
    sees: /last owner/,
  },
  { name: 'team/person unknown', at: '/office/staff/999', sees: /could not find/ },

  { name: 'audit', at: '/office/audit', sees: 'Berta Vos' },
  { name: 'audit/filtered', at: '/office/audit?via=system', sees: 'Audit log' },
  { name: 'audit/no match', at: '/office/audit?subject=SLK-NONE', sees: 'No matches' },
  {
    name: 'audit/long texts',
    at: '/office/audit',
    before: changing('audit-list', (answer) => ({
      ...answer,
      entries: answer.entries.map((entry) => ({
        ...entry,
        actor: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
        subject: 'SLK-REFUNDS-20261123-002227629-SLK-REFUNDS-20261123-002227629',
      })),
    })),
    sees: /van den Oudezijds/,
  },

  { name: 'health', at: '/office/health', sees: 'Pending work' },
  {
    name: 'health/needs fixing',
    at: '/office/health',
    before: health((answer) => ({
      ...answer,
      queues: answer.queues.map((queue, index) =>
        index < 2 ? { ...queue, state: index === 0 ? 'bad' : 'warning', waiting: 340, due: 212, since: WHEN } : queue,
      ),
      gateways: [
        ...answer.gateways.map((gateway) => ({ ...gateway, state: 'bad' as const, failing_since: WHEN })),
        { name: 'mollie', state: 'ok', failing_since: null, last_message_at: WHEN },
      ],
      backup: { state: 'warning', made_at: WHEN },
      disk: { state: 'bad', free: 812_000_000, total: 64_000_000_000 },
    })),
    sees: 'Needs fixing',
  },
  {
    name: 'health/without a disk figure',
    at: '/office/health',
    before: health((answer) => ({ ...answer, disk: null, gateways: [] })),
    sees: 'Pending work',
  },
  { name: 'health/checked', at: '/office/health', act: press('Check now'), sees: /Everything matches/ },
  {
    name: 'health/checking',
    at: '/office/health',
    before: holding('health-check'),
    act: press('Check now'),
    sees: 'Check now',
  },
  {
    name: 'health/something differs',
    at: '/office/health',
    before: answering('health-check', {
      as_of: WHEN,
      checked: [],
      findings: [
        'orders.SLK-2H9CRW: paid is 27750, its receipts say 27700',
        'stock of lark-tee-m: sold is 12, its lines say 11',
      ],
    }),
    act: press('Check now'),
    sees: 'Something does not match',
  },
  {
    name: 'health/too large to check',
    at: '/office/health',
    before: refusing('health-check', {
      status: 409,
      message: 'The shop is too large to be checked here. Run npm run shop -- doctor on the server.',
    }),
    act: press('Check now'),
    sees: /too large/,
  },

  { name: 'own account', at: '/office/me', sees: 'Recovery codes' },
  {
    name: 'own account/passkeys and sessions',
    at: '/office/me',
    before: changing('me', (me) => ({ ...me, passkeys, sessions: sessions(me.sessions) })),
    sees: 'Safari on iPhone',
  },
  { name: 'own account/change password', at: '/office/me', act: press('Change password'), sees: 'New password' },
  {
    name: 'own account/password too easy',
    at: '/office/me',
    before: refusing('set-password', {
      status: 422,
      message: 'Please check your entries.',
      errors: { password: ['This password is easy to guess. Please choose another one.'] },
    }),
    act: inOrder(press('Change password'), fill('New password', 'password1234'), press('Save')),
    sees: /easy to guess/,
  },
  {
    name: 'own account/replace the app',
    at: '/office/me',
    before: answering('totp-setup', {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Sandlark:berta?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sandlark',
      qr_svg: '',
    }),
    act: press('Replace the authenticator app'),
    sees: 'Add the app',
  },
  {
    name: 'own account/recovery codes',
    at: '/office/me',
    before: answering('recovery-codes', {
      recovery_codes: Array.from({ length: 10 }, (_, index) => `dune-lark-${4817 + index * 391}`),
    }),
    act: inOrder(press('Create new codes…'), pressInDialog('Create new codes')),
    sees: 'I have saved them',
  },
  {
    name: 'own account/last factor',
    at: '/office/me',
    before: refusing('totp-remove', {
      status: 409,
      message: 'This is the only way to sign in. Add another one first.',
    }),
    act: inOrder(press(/^Remove/), pressInDialog('Remove the authenticator app')),
    sees: /only way to sign in/,
  },
  {
    name: 'own account/language not saved',
    at: '/office/me',
    before: refusing('my-settings', { status: 500, message: 'Something went wrong. Please try again.' }),
    act: choose('Language', 'Hrvatski'),
    sees: /went wrong/,
  },
  { name: 'own account/of door staff', at: '/office/me', staff: 'pim', sees: 'Recovery codes' },
];
