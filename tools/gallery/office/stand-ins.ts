import type { Page } from 'playwright-core';
import type { OfficeAnswer, OfficeCallName } from '#browser/office-calls.ts';

/* Replace answers of the office's server, for states that the demo's data does not reach. They are typed by the
 * contracts, so a changed contract requires a change here. */

/** Replaces some calls of a page, before it is opened or while it is shown. */
export type StandIn = (page: Page) => Promise<unknown>;

const neverAnswer = () => new Promise<void>(() => {});
const pathOf = (name: OfficeCallName) => `**/office/api/${name}`;

/** Changes the server's answer. */
export const changing =
  <Name extends OfficeCallName>(name: Name, change: (answer: OfficeAnswer<Name>) => OfficeAnswer<Name>): StandIn =>
  (page) =>
    page.route(pathOf(name), async (route) => {
      const response = await route.fetch();
      if (response.ok()) await route.fulfill({ response, json: change(await response.json()) });
      else await route.fulfill({ response });
    });

/** Answers without the server. */
export const answering =
  <Name extends OfficeCallName>(name: Name, answer: OfficeAnswer<Name>): StandIn =>
  (page) =>
    page.route(pathOf(name), (route) => route.fulfill({ json: answer }));

interface Refusal {
  status: number;
  message: string;
  /** The code as the browser knows it, such as `step_up`. */
  code?: 'login' | 'step_up' | 'preview_changed';
  errors?: Readonly<Record<string, readonly string[]>>;
}

/** Refuses the call, `times` times or always. */
export const refusing =
  (name: OfficeCallName, { status, ...body }: Refusal, times?: number): StandIn =>
  (page) =>
    page.route(pathOf(name), (route) => route.fulfill({ status, json: body }), times ? { times } : {});

/** Never answers the call. */
export const holding =
  (name: OfficeCallName): StandIn =>
  (page) =>
    page.route(pathOf(name), neverAnswer);

export const FAILED: Refusal = { status: 500, message: 'Something went wrong on our side. Please try again.' };

/** Lets only the call for the session through; `handler` answers all others. */
const allButSession = (page: Page, handler: Parameters<Page['route']>[1]) =>
  page.route(/\/office\/api\/(?!session$)/, handler);
export const holdingAll: StandIn = (page) => allButSession(page, neverAnswer);
export const failingAll: StandIn = (page) =>
  allButSession(page, (route) => route.fulfill({ status: FAILED.status, json: { message: FAILED.message } }));

export const NOTHING_WAITS = answering('inbox', { matters: [], snoozed: [], groups: [] });

export const withoutNetwork: StandIn = (page) => page.route('**/office/api/**', (route) => route.abort());

export const CHANGED: Refusal = {
  status: 409,
  code: 'preview_changed',
  message: 'Something has changed since you looked. Nothing was done. Please check what would happen now.',
};
export const ENDED: Refusal = { status: 401, code: 'login', message: 'Your session has ended. Please sign in again.' };
export const STEP_UP: Refusal = { status: 403, code: 'step_up', message: 'Please confirm that it is you.' };

export const together =
  (...standIns: readonly StandIn[]): StandIn =>
  async (page) => {
    for (const standIn of standIns) await standIn(page);
  };

/** The longest realistic texts, by field. */
const LONG: Readonly<Record<string, string>> = {
  customer_name: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
  customer_email: 'mila.josephine.okonkwo-van-den-oudezijds-achterburgwal@a-very-long-name-of-a-company.example.org',
  full_name: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
  buyer: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
  owner: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
  holder: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
  email: 'mila.josephine.okonkwo-van-den-oudezijds-achterburgwal@a-very-long-name-of-a-company.example.org',
  to: 'mila.josephine.okonkwo-van-den-oudezijds-achterburgwal@a-very-long-name-of-a-company.example.org',
  matched: 'mila.josephine.okonkwo-van-den-oudezijds-achterburgwal@a-very-long-name-of-a-company.example.org',
  subject:
    'Important: your order is not paid yet, and its places go back on sale if nothing arrives by tomorrow evening',
  item: 'Coach from Amsterdam Sloterdijk to the festival site and back, with a stop at Rotterdam Zuidplein',
  name: 'Coach from Amsterdam Sloterdijk to the festival site and back, with a stop at Rotterdam Zuidplein',
  words: 'BETREFT FESTIVAL PAS EN BUS VOOR MILA EN NOOR REFERENTIE NIET BEKEND GRAAG BEVESTIGEN AAN ONDERGETEKENDE',
  transaction: 'NL20270712-000000000000000000000000000000-8842671',
  last_error:
    '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address.',
  reason: 'The account was closed by its holder in the meantime, and the bank could not reach anybody there.',
};

/** Replaces every name, address and text with a long one. */
export const atLength = <Answer>(answer: Answer): Answer =>
  JSON.parse(JSON.stringify(answer), (key, value) =>
    typeof value === 'string' && value !== '' && key in LONG ? LONG[key] : value,
  );
