import type { Page } from 'playwright-core';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, holding, refusing, together } from './stand-ins.ts';
import { inOrder, press, until, untilReady } from './steps.ts';

/** Selects the first two rows of a list. */
const chooseTwo = async (page: Page) => {
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('checkbox').nth(2).check();
};

const WAIT = '2026-11-20T10:00:00.000Z';
const run = (
  id: number,
  more: Partial<OfficeAnswer<'bulk-runs'>['runs'][number]> = {},
): OfficeAnswer<'bulk-runs'>['runs'][number] => ({
  id,
  action: 'mail',
  actor: 'Lena Ruiz',
  started_at: WAIT,
  stopped_at: null,
  waiting: 0,
  done: 212,
  left_out: 0,
  failed: 0,
  ...more,
});

const MILA = 'mila@example.org';
const rows: OfficeAnswer<'bulk-run'>['rows'] = [
  { order: 'SLK-3B8TKN', customer_name: 'Mila Okonkwo', to: MILA, total: 15_200, status: 'done', why: null },
  { order: 'SLK-PRB4', customer_name: 'Mila Okonkwo', to: MILA, total: 7_600, status: 'left_out', why: 'failed' },
  { order: 'SLK-MAXC', customer_name: 'Mila Okonkwo', to: MILA, total: 7_600, status: 'waiting', why: null },
];

const mails: OfficeAnswer<'bulk-run'>['mails'] = [
  { mail: 1, to: MILA, subject: 'Your tickets', order: 'SLK-3B8TKN', status: 'sent', why: null, last_error: null },
  {
    ...{ mail: 2, to: 'ivo@example.org', subject: 'Your tickets', order: 'SLK-PRB4' },
    ...{ status: 'failed', why: null, last_error: '550 no such user' },
  },
  {
    mail: 3,
    to: MILA,
    subject: 'Your tickets',
    order: 'SLK-MAXC',
    status: 'left_out',
    why: 'secret',
    last_error: null,
  },
];

const preview: OfficeAnswer<'orders-bulk-cancel'> = {
  run: null,
  fingerprint: 'f',
  at: WAIT,
  orders: 12,
  total: 91_200,
  left_out: [
    { why: 'has_money', count: 3 },
    { why: 'ended', count: 318 },
  ],
  rows: [
    { order: 'SLK-3B8TKN', customer_name: 'Mila Okonkwo', to: MILA, why: null },
    { order: 'SLK-PRB4', customer_name: 'Mila Okonkwo', to: MILA, why: 'has_money' },
    { order: 'SLK-MAXC', customer_name: 'Mila Okonkwo', to: MILA, why: 'ended' },
  ],
};

const cancelling = inOrder(chooseTwo, press(/^Select all \d/), press('Cancel unpaid…'));
const mailAgain = inOrder(press('Send all again…'), untilReady);

/** Lists of orders, tickets, people and emails, and their bulk actions. */
export const listStates: readonly OfficeState[] = [
  { name: 'orders', at: '/office/orders', sees: 'SLK-2H9CRW' },
  {
    name: 'orders/columns',
    at: '/office/orders?hide=items.paid',
    only: 'desktop',
    act: press('Columns'),
    sees: 'Placed',
  },
  { name: 'orders/no match', at: '/office/orders?q=zzzzzz', sees: 'No matching orders' },
  {
    name: 'orders/none yet',
    at: '/office/orders',
    before: changing('orders-list', (answer) => ({ ...answer, rows: [], count: 0, ended: 0, next: null })),
    sees: 'Nothing here yet',
  },
  {
    name: 'orders/long texts',
    at: '/office/orders',
    before: changing('orders-list', atLength),
    sees: /van den Oudezijds/,
  },
  {
    name: 'orders/very many',
    at: '/office/orders',
    before: changing('orders-list', (answer) => ({ ...answer, count: 10_000, has_more: true, next: 'more' })),
    sees: 'Show 50 more',
  },
  {
    name: 'orders/more loading',
    at: '/office/orders',
    before: changing('orders-list', (answer) => ({ ...answer, count: 2_310, next: 'more' })),
    act: inOrder(until('Show 50 more'), holding('orders-list'), press('Show 50 more')),
    sees: 'SLK-2H9CRW',
  },
  {
    name: 'orders/filtered',
    at: '/office/orders?view=overdue&item=sandlark-pass-plan&from=2026-01-01',
    sees: '1 × Festival Pass on a plan',
  },
  {
    name: 'orders/picking an item',
    at: '/office/orders',
    act: async (page) => {
      const isFolded = await page.getByRole('button', { name: 'Filters', exact: true }).isVisible();
      if (isFolded) await press('Filters')(page);
      // A select until the items have loaded.
      await page.locator('input#filter-item').fill('coach');
    },
    sees: 'Coach from Brussels, return',
  },
  { name: 'orders/selected', at: '/office/orders', act: chooseTwo, sees: '2 selected' },
  {
    name: 'orders/all selected',
    at: '/office/orders',
    act: inOrder(chooseTwo, press(/^Select all \d/)),
    sees: /that match are selected/,
  },
  { name: 'orders/cancel many', at: '/office/orders', act: cancelling, sees: /left out/ },
  {
    name: 'orders/cancel very many',
    at: '/office/orders',
    before: answering('orders-bulk-cancel', preview),
    act: cancelling,
    sees: /12 orders totalling/,
  },
  {
    name: 'orders/cancel none',
    at: '/office/orders',
    before: answering('orders-bulk-cancel', { ...preview, orders: 0, total: 0 }),
    act: cancelling,
    sees: /left out/,
  },
  {
    name: 'orders/cancel many, loading',
    at: '/office/orders',
    before: holding('orders-bulk-cancel'),
    act: cancelling,
    sees: 'Cancel unpaid orders',
  },
  {
    name: 'orders/cancel many, failed',
    at: '/office/orders',
    before: refusing('orders-bulk-cancel', { status: 500, message: 'Something went wrong. Please try again.' }),
    act: cancelling,
    sees: 'The preview did not load',
  },
  {
    name: 'orders/export failed',
    at: '/office/orders',
    before: refusing('orders-export', { status: 500, message: 'Something went wrong. Please try again.' }),
    act: inOrder(until('SLK-2H9CRW'), press(/^Export \d/)),
    sees: /^The export failed/,
  },
  { name: 'orders/support', at: '/office/orders', staff: 'noor', sees: 'SLK-2H9CRW' },
  {
    name: 'bulk actions',
    at: '/office/orders/bulk',
    before: answering('bulk-runs', {
      runs: [run(3, { waiting: 40 }), run(2, { action: 'cancel', stopped_at: WAIT, waiting: 8, left_out: 3 }), run(1)],
    }),
    sees: 'Lena Ruiz',
  },
  {
    name: 'bulk actions/none',
    at: '/office/orders/bulk',
    before: answering('bulk-runs', { runs: [] }),
    sees: 'No bulk actions yet',
  },
  {
    name: 'bulk action/in progress',
    at: '/office/orders/bulk/3',
    before: answering('bulk-run', {
      ...run(3, { waiting: 40, done: 12, left_out: 1 }),
      reason: '',
      rows,
      mails: [],
      next: 3,
    }),
    sees: 'Stop',
  },
  {
    name: 'bulk action/stopped',
    at: '/office/orders/bulk/3',
    before: answering('bulk-run', {
      ...run(3, { action: 'cancel', waiting: 1, done: 12, left_out: 1, stopped_at: WAIT }),
      reason: 'The event was moved.',
      rows,
      mails: [],
      next: null,
    }),
    sees: 'Resume',
  },
  {
    name: 'bulk action/finished',
    at: '/office/orders/bulk/3',
    before: answering('bulk-run', {
      ...run(3, { done: 1, left_out: 1 }),
      reason: '',
      rows: rows.slice(0, 2),
      mails: [],
      next: null,
    }),
    sees: 'Finished',
  },
  {
    name: 'bulk action/long texts',
    at: '/office/orders/bulk/3',
    before: answering(
      'bulk-run',
      atLength({ ...run(3, { done: 1, left_out: 1 }), reason: 'x', rows, mails, next: null }),
    ),
    sees: /van den Oudezijds/,
  },
  {
    name: 'bulk action/emails',
    at: '/office/orders/bulk/3',
    before: answering('bulk-run', {
      ...run(3, { action: 'mails-again', done: 1, failed: 1, left_out: 1 }),
      ...{ reason: '', rows: [], mails, next: null },
    }),
    sees: 'Retry undelivered emails…',
  },

  { name: 'tickets', at: '/office/tickets', sees: 'Festival Pass, four days' },
  { name: 'tickets/no match', at: '/office/tickets?q=zzzzzz', sees: 'No matching tickets' },
  { name: 'tickets/of a coach', at: '/office/tickets?item=coach-amsterdam', sees: 'Departure' },
  {
    name: 'tickets/long texts',
    at: '/office/tickets',
    before: changing('tickets-list', atLength),
    sees: /van den Oudezijds/,
  },
  { name: 'tickets/selected', at: '/office/tickets', act: chooseTwo, sees: '2 selected' },
  {
    name: 'tickets/send emails',
    at: '/office/tickets',
    act: inOrder(chooseTwo, press('Send their order emails again…')),
    sees: 'What will happen',
  },
  { name: 'people', at: '/office/people', sees: 'Mila Okonkwo' },
  { name: 'people/no match', at: '/office/people?q=zzzzzz', sees: 'No matching people' },
  {
    name: 'people/long texts',
    at: '/office/people',
    before: changing('people-list', atLength),
    sees: /van den Oudezijds/,
  },

  { name: 'emails', at: '/office/mails', sees: 'Payment received' },
  { name: 'emails/no match', at: '/office/mails?q=zzzzzz', sees: 'No matching emails' },
  {
    name: 'emails/long texts',
    at: '/office/mails',
    before: changing('mails-list', atLength),
    sees: /Important: your order/,
  },
  {
    name: 'emails/not delivered',
    at: '/office/mails?view=failed',
    before: changing('mails-list', (answer) => {
      const mail = {
        id: 7,
        kind: 'order_paid',
        to: 'noor@example.org',
        subject: 'Your order SLK-2H9CRW is paid',
        order: 'SLK-2H9CRW',
        status: 'failed' as const,
        tries: 8,
        last_error: '552 5.2.2 mailbox full',
        created_at: WAIT,
        sent_at: null,
        next_try_at: null,
        is_readable: true,
        can_retry: true,
      };
      return {
        ...answer,
        count: 2,
        rows: [mail, { ...mail, id: 8, order: null, subject: '', to: '', is_readable: false, can_retry: false }],
      };
    }),
    sees: /mailbox full/,
  },
  { name: 'emails/read', at: '/office/mails?q=SLK-2H9CRW', act: press(/SLK-2H9CRW/), sees: 'What will happen' },
  {
    name: 'emails/read, another address',
    at: '/office/mails?q=SLK-2H9CRW',
    act: inOrder(press(/SLK-2H9CRW/), async (page) => {
      await page.getByLabel('To', { exact: true }).selectOption('another');
    }),
    sees: 'The audit log keeps this forever',
  },
  {
    name: 'emails/read, did not load',
    at: '/office/mails?q=SLK-2H9CRW',
    before: refusing('order-mail', { status: 500, message: 'Something went wrong. Please try again.' }),
    act: press(/SLK-2H9CRW/),
    sees: 'Try again',
  },
  {
    name: 'emails/send again',
    at: '/office/mails?view=sent&q=SLK-2H9CRW',
    act: mailAgain,
    sees: /emails will be sent|will be sent to/,
  },
  {
    name: 'emails/too many',
    at: '/office/mails?view=sent',
    before: together(
      changing('mails-list', (answer) => ({ ...answer, count: 612 })),
      refusing('mails-again', {
        status: 409,
        message: 'At most 200 emails can be sent at once. Narrow the list by day or kind.',
      }),
    ),
    act: press('Send all again…'),
    sees: /At most 200/,
  },
];
