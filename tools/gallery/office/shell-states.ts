import { failCodeLoading } from './fail-code-loading.ts';
import type { OfficeState } from './office-state.ts';
import {
  answering,
  atLength,
  changing,
  ENDED,
  holding,
  refusing,
  STEP_UP,
  together,
  withoutNetwork,
} from './stand-ins.ts';
import { fill, follow, inOrder, press, searching, until } from './steps.ts';

/** A list is requested after the session has ended. */
const sessionEnds = inOrder(
  until('SLK-2H9CRW'),
  refusing('mails-list', ENDED),
  (page) => page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Emails' }).click(),
  until('Still there?'),
);
/** A change needs a fresh proof. */
const requestProof = inOrder(
  until('Berta Vos'),
  refusing('set-password', STEP_UP),
  press('Change password'),
  fill('New password', 'larks-mind-the-dunes'),
  press('Save'),
);

/** The parts that every page has, and the screens shown instead of a page. */
export const shellStates: readonly OfficeState[] = [
  { name: 'shell/menu of phones', at: '/office/orders', only: 'phone', act: press('Menu'), sees: 'Reports' },
  {
    name: 'shell/skip link',
    at: '/office/orders',
    act: inOrder(until('SLK-2H9CRW'), (page) => page.keyboard.press('Tab')),
    sees: 'Skip to main content',
  },
  {
    name: 'shell/keys',
    at: '/office/orders',
    act: inOrder(until('SLK-2H9CRW'), (page) => page.keyboard.press('?')),
    sees: 'Show these shortcuts',
  },
  { name: 'search/found', at: '/office/orders', act: searching('mila'), sees: /mila@sandlark|Mila Okonkwo/ },
  { name: 'search/an order', at: '/office/orders', act: searching('SLK-2H9CRW'), sees: 'Orders' },
  { name: 'search/nothing', at: '/office/orders', act: searching('zzzzzz'), sees: /Nothing/ },
  { name: 'search/one mistake', at: '/office/orders', act: searching('mila okonkvo'), sees: /one typing mistake/ },
  { name: 'search/too short', at: '/office/orders', act: searching('m'), sees: /Orders/ },
  {
    name: 'search/long texts',
    at: '/office/orders',
    before: changing('search', atLength),
    act: searching('mila'),
    sees: /van-den-oudezijds/,
  },
  { name: 'search/loading', at: '/office/orders', before: holding('search'), act: searching('mila'), sees: /Orders/ },
  {
    name: 'search/failed',
    at: '/office/orders',
    before: refusing('search', { status: 500, message: 'Something went wrong on our side. Please try again.' }),
    act: searching('mila'),
    sees: 'The search failed. Please try again.',
  },
  {
    name: 'session ended',
    at: '/office/orders',
    before: changing('session', (answer) => ({ ...answer, factors: { ...answer.factors, passkeys: 1 } })),
    act: sessionEnds,
    sees: 'Continue with a passkey',
  },
  {
    name: 'session ended/with a code',
    at: '/office/orders',
    act: sessionEnds,
    sees: 'The 6-digit code from your authenticator app',
  },
  {
    name: 'session ended/refused',
    at: '/office/orders',
    before: refusing('login-password', { status: 422, message: 'The email address or password is wrong.' }),
    act: inOrder(sessionEnds, fill('Password', 'larks'), fill('Code', '123456'), press('Confirm')),
    sees: 'The email address or password is wrong.',
  },
  {
    name: 'proof',
    at: '/office/me',
    before: answering('step-up-options', { options: null, has_code_app: true }),
    act: requestProof,
    sees: 'The 6-digit code from your authenticator app',
  },
  {
    name: 'proof/passkey or code',
    at: '/office/me',
    before: answering('step-up-options', { options: {}, has_code_app: true }),
    act: requestProof,
    sees: 'Continue with a passkey',
  },
  {
    name: 'proof/wrong code',
    at: '/office/me',
    before: together(
      answering('step-up-options', { options: null, has_code_app: true }),
      refusing('step-up', {
        status: 422,
        message: 'Please check your entries.',
        errors: { code: ['This code is wrong or has already been used. Please wait for the next one.'] },
      }),
    ),
    act: inOrder(requestProof, until('Confirm that it is you'), fill('Code', '123456'), press('Confirm')),
    sees: /This code is wrong/,
  },
  { name: 'not allowed', at: '/office/staff', staff: 'sara', sees: 'You do not have access to this page' },
  { name: 'not allowed/many roles', at: '/office/orders', staff: 'pim', sees: 'You do not have access to this page' },
  { name: 'unknown address', at: '/office/nothing-here', sees: 'There is no page at this address' },
  {
    name: 'without a connection',
    at: '/office/orders',
    act: inOrder(until('SLK-2H9CRW'), withoutNetwork, follow('Tickets')),
    sees: 'The tickets did not load',
  },
  {
    name: 'offline',
    at: '/office/orders',
    act: inOrder(until('SLK-2H9CRW'), (page) =>
      page.evaluate(
        `Object.defineProperty(navigator, 'onLine', { get: () => false }); dispatchEvent(new Event('offline'));`,
      ),
    ),
    sees: /There is no connection. What you see was loaded at \d/,
  },
  { name: 'code of a page failed', at: '/office/orders', act: failCodeLoading, sees: 'This page could not be shown' },
];
