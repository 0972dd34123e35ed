import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, changing, holding, refusing, together, withoutNetwork } from './stand-ins.ts';
import { fill, inOrder, press, until } from './steps.ts';

const password = press('Use password and code');
const filled = inOrder(
  password,
  fill('Email', 'noor@sandlark.example'),
  fill('Password', 'larks-mind-the-office'),
  fill('Code', '418 297'),
);

/** Shows a person at this step of signing in. */
const at = (step: OfficeAnswer<'session'>['step'], hasPassword = true) =>
  changing('session', (session) => ({
    ...session,
    step,
    person: {
      id: 4,
      name: 'Noor Bakker',
      email: 'noor@sandlark.example',
      roles: ['support'],
      language: null,
      uses_shortcuts: false,
    },
    factors: { has_password: hasPassword, passkeys: 0, has_code_app: step === 'code', recovery_codes_left: 0 },
  }));

const codeApp = answering('totp-setup', {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Sandlark:noor%40sandlark.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Sandlark',
  qr_svg: '',
});
const codes = Array.from(
  { length: 10 },
  (_, index) => `dune-${['kite', 'moss', 'reed', 'lark', 'salt'][index % 5]}-${4817 + index * 391}`,
);
const invitation: OfficeAnswer<'invite'> = {
  name: 'Noor Bakker',
  email: 'noor@sandlark.example',
  roles: ['support', 'door-supervisor'],
  expires_at: '2030-01-01T12:00:00.000Z',
};
const invite = answering('invite', invitation);

/** The screens before and during sign-in. */
export const signInStates: readonly OfficeState[] = [
  { name: 'sign in', at: '/office/', sees: 'Use password and code' },
  { name: 'sign in/with a password', at: '/office/', act: password, sees: 'Code' },
  {
    name: 'sign in/mistakes',
    at: '/office/',
    act: inOrder(password, press('Sign in')),
    sees: 'Please enter your email address.',
  },
  {
    name: 'sign in/refused',
    at: '/office/',
    before: refusing('login-password', { status: 422, message: 'The email address or password is wrong.' }),
    act: inOrder(filled, press('Sign in')),
    sees: 'The email address or password is wrong.',
  },
  {
    name: 'sign in/wrong code',
    at: '/office/',
    before: together(
      answering('login-password', { next: 'code' }),
      refusing('login-code', {
        status: 422,
        message: 'Please check your entries.',
        errors: { code: ['This code is wrong or has already been used. Please wait for the next one.'] },
      }),
    ),
    act: inOrder(filled, press('Sign in')),
    sees: /This code is wrong/,
  },
  {
    name: 'sign in/too many attempts',
    at: '/office/',
    before: refusing('login-password', {
      status: 429,
      message: 'There were too many attempts. Please wait 15 minutes and try again.',
    }),
    act: inOrder(filled, press('Sign in')),
    sees: /too many attempts/,
  },
  {
    name: 'sign in/busy',
    at: '/office/',
    before: holding('login-password'),
    act: inOrder(filled, press('Sign in')),
    sees: 'Password and code',
  },
  {
    name: 'sign in/with a recovery code',
    at: '/office/',
    act: press('Use a recovery code'),
    sees: 'One of your ten recovery codes. Each works once.',
  },
  { name: 'sign in/code still missing', at: '/office/', before: at('code'), sees: 'Password and code' },
  { name: 'sign in/without a connection', at: '/office/', before: withoutNetwork, sees: 'The office did not load' },
  { name: 'set up', at: '/office/', before: at('setup'), sees: 'Use an authenticator app' },
  { name: 'set up/without a password', at: '/office/', before: at('setup', false), sees: 'Create a passkey' },
  {
    name: 'set up/authenticator app',
    at: '/office/',
    before: together(at('setup'), codeApp),
    act: press('Use an authenticator app'),
    sees: 'Add the app',
  },
  {
    name: 'set up/authenticator app, wrong code',
    at: '/office/',
    before: together(
      at('setup'),
      codeApp,
      refusing('totp-confirm', {
        status: 422,
        message: 'Please check your entries.',
        errors: { code: ['This code is wrong or has already been used. Please wait for the next one.'] },
      }),
    ),
    act: inOrder(press('Use an authenticator app'), fill('Code', '418297'), press('Add the app')),
    sees: /This code is wrong/,
  },
  {
    name: 'set up/recovery codes',
    at: '/office/',
    before: together(at('setup'), codeApp, answering('totp-confirm', { recovery_codes: codes })),
    act: inOrder(press('Use an authenticator app'), fill('Code', '418297'), press('Add the app')),
    sees: 'I have saved them',
  },
  { name: 'invitation', at: '/office/invite/token', before: invite, sees: 'Welcome, Noor Bakker' },
  {
    name: 'invitation/password too short',
    at: '/office/invite/token',
    before: together(
      invite,
      refusing('accept-invite', {
        status: 422,
        message: 'Please check your entries.',
        errors: { password: ['A password needs at least 12 characters.'] },
      }),
    ),
    act: inOrder(until('Continue'), fill(/^Password/, 'dune'), press('Continue')),
    sees: 'A password needs at least 12 characters.',
  },
  { name: 'invitation/ended', at: '/office/invite/token', sees: 'This invitation is not valid' },
  {
    name: 'invitation/loading',
    at: '/office/invite/token',
    act: inOrder(holding('invite'), (page) => page.reload()),
    sees: 'Loading…',
  },
];
