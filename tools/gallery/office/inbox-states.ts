import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, NOTHING_WAITS, together } from './stand-ins.ts';
import { follow, inOrder, press, tick } from './steps.ts';

const matter = (
  inbox: OfficeAnswer<'inbox'>,
  kind: string,
  more: Partial<Omit<OfficeAnswer<'inbox'>['matters'][number], 'facts'>> = {},
  facts: Partial<OfficeAnswer<'inbox'>['matters'][number]['facts']> = {},
): OfficeAnswer<'inbox'>['matters'][number] => ({
  kind,
  group: kind,
  key: kind,
  urgent: false,
  since: inbox.matters.find(({ since }) => since !== null)?.since ?? null,
  amount: 19_850,
  currency: null,
  order: null,
  customer_name: null,
  receipt: null,
  refund: null,
  line: '',
  taken: null,
  snoozed: null,
  ...more,
  facts: {
    from: null,
    attention: null,
    detail: '',
    until: null,
    count: null,
    id: null,
    refunded: null,
    day: null,
    ...facts,
  },
});

const only = (kind: string, more: Parameters<typeof matter>[2] = {}, facts: Parameters<typeof matter>[3] = {}) =>
  changing('inbox', (inbox) => {
    const one = matter(inbox, kind, more, facts);
    return {
      matters: [one],
      snoozed: [],
      groups: [{ group: one.group, count: 1, has_more: false, amount: one.amount, oldest: one.since }],
    };
  });

const inbox = (name: string, rest: Omit<OfficeState, 'name' | 'at'>): OfficeState => ({
  name: `inbox/${name}`,
  at: '/office/inbox',
  ...rest,
});

const paid = { order: 'SLK-2H9CRW', customer_name: 'Mila Okonkwo' };
const recording = press('Record a payment');
const money = (
  attention: NonNullable<OfficeAnswer<'receipt-open'>['attention']>,
  rest: Partial<OfficeAnswer<'receipt-open'>> = {},
) =>
  together(
    only(
      'money_to_settle',
      { group: `money_${attention}`, receipt: 5 },
      { from: 'bank', attention, detail: 'festival ticket mila' },
    ),
    changing('receipt-open', (receipt) => ({
      ...receipt,
      suspended: 19_850,
      amount: 19_850,
      attention,
      order: null,
      detail: 'festival ticket mila',
      candidates: [
        {
          code: 'SLK-3B8TKN',
          customer_name: 'Mila Okonkwo',
          placed_at: '2026-11-18T09:00:00Z',
          status: 'pending',
          total: 19_850,
          paid: 0,
          parts: [],
          why: 'same_amount',
        },
        {
          code: 'SLK-7Q4MXD',
          customer_name: 'Mila Okonkwo',
          placed_at: '2026-11-18T09:00:00Z',
          status: 'partial',
          total: 19_850,
          paid: 5_450,
          parts: [],
          why: 'named',
        },
      ],
      ...rest,
    })),
  );

/** Work that waits for a person. */
export const inboxStates: readonly OfficeState[] = [
  { name: 'inbox', at: '/office/inbox', sees: /need attention/ },
  inbox('nothing waits', { before: NOTHING_WAITS, sees: 'Nothing is waiting' }),
  inbox('long texts', { before: changing('inbox', atLength), sees: /need attention/ }),
  { name: 'inbox/on a phone', at: '/office/inbox/refund%3ASLK-2H9CRW-R1', only: 'phone', sees: 'What will happen' },
  {
    name: 'inbox/dealt with',
    at: '/office/inbox/gone',
    sees: 'This has been settled, or it is for another role to decide. Here is the next one.',
  },
  inbox('money without an order', { before: money('unmatched'), sees: 'Which order is it for?' }),
  inbox('money without an order, another order', {
    before: money('unmatched'),
    act: (page) => page.getByRole('radio', { name: 'Another order' }).check(),
    sees: 'Order or payment reference',
  }),
  inbox('money without an order, sent back', {
    before: money('unmatched'),
    act: press('Sent back by hand…'),
    sees: 'Say what was done, for anyone who reads this later.',
  }),
  inbox('money from a card', {
    before: money('late', { source: 'sandbox', by_card: true, returns_at: '2030-01-12T10:00:00.000Z', candidates: [] }),
    sees: 'Send back to the card…',
  }),
  inbox('money on its way back', { before: money('double', { return_status: 'pending' }), sees: /on its way back/ }),
  inbox('money of another currency', { before: money('currency', { currency: 'USD', candidates: [] }), sees: 'USD' }),
  { name: 'inbox/refund to decide', at: '/office/inbox/refund%3ASLK-2H9CRW-R1', sees: 'What will happen' },
  {
    name: 'inbox/refund to decline',
    at: '/office/inbox/refund%3ASLK-2H9CRW-R1',
    act: press('Decline…'),
    sees: /The customer will see it/,
  },
  {
    name: 'inbox/waits too long, and a colleague is looking',
    at: '/office/inbox',
    before: together(
      changing('inbox', (answer) => ({
        ...answer,
        matters: answer.matters.map((matter) => ({ ...matter, since: '2026-11-01T09:00:00.000Z' })),
      })),
      answering('presence', { others: ['Lena Ruiz'] }),
    ),
    sees: /is looking at this/,
  },
  { name: 'inbox/failed refund', at: '/office/inbox', act: follow(/SLK-RFND-R1/), sees: 'What will happen' },
  inbox('order with a problem', {
    before: only('order_problem', { order: 'SLK-PRB4', customer_name: 'Mila Okonkwo' }),
    sees: 'How should this be settled?',
  }),
  inbox('dispute', {
    before: only(
      'dispute',
      { order: 'SLK-PRB4', urgent: true },
      { until: '2030-01-12T10:00:00.000Z', refunded: 5_000 },
    ),
    sees: /Respond on the payment provider/,
  }),
  inbox('owed to a customer', { before: only('order_owed', paid), sees: /Send the money by bank transfer first/ }),
  inbox('fraud warning', { before: only('fraud_warning', paid, { id: '1' }), sees: 'What will happen' }),
  inbox('unclear charge', { before: only('charge_unclear', paid, { id: 'SLK-2H9CRW-1' }), sees: /Look up the charge/ }),
  inbox('unclear refund', {
    before: only('refund_unclear', { ...paid, refund: 'SLK-2H9CRW-R1' }, { id: '1' }),
    sees: 'What will happen',
  }),
  inbox('taken by a colleague', {
    before: only('order_owed', { ...paid, taken: { by: 3, name: 'Joris Hendriks', is_mine: false } }),
    sees: 'Take over',
  }),
  inbox('snooze', { act: press('Snooze…'), sees: 'Snooze until then' }),
  inbox('only mine, nothing', { before: NOTHING_WAITS, act: tick('Only mine'), sees: 'You have not taken anything' }),
  inbox('cancelled event', {
    before: together(
      only('cancellation', { amount: null }, { id: '1', from: 'Sandlark 2027', count: 2 }),
      answering('cancellation-open', {
        ...{
          name: 'Sandlark 2027',
          reason: 'Storm over the dunes.',
          is_paused: true,
          waiting: 3,
          done: 211,
          need_you: 2,
        },
        orders: [
          { code: 'SLK-2H9CRW', total: 19_850, why: 'The order has a problem.' },
          { code: 'SLK-7Q4MXD', total: 7_600, why: 'A payment plan with other items.' },
        ],
      }),
    ),
    sees: 'Orders that need you',
  }),
  inbox('unreadable message', {
    before: only('message_given_up', { amount: null }, { id: 'evt_1QxYz', from: 'stripe', detail: 'no such charge' }),
    sees: 'Process again',
  }),
  inbox('webhook', {
    before: only('webhook_given_up', { amount: null }, { count: 3, detail: 'it answered 500' }),
    sees: 'Drop them',
  }),
  inbox('payout', { before: only('payout', {}, { id: '1', from: 'stripe' }), sees: 'What will happen' }),
  inbox('refund file', {
    before: only('transfer_file_waiting', {}, { id: 'SLK-REFUNDS-1', from: 'Joris Hendriks', count: 14 }),
    sees: 'Check and approve the file',
  }),
  inbox('undelivered emails', {
    before: only('mail_given_up', { amount: null, ...paid }, { detail: '550 mailbox full' }),
    sees: 'Open emails not delivered',
  }),
  inbox('emails held back', {
    before: only('mails_held', { amount: null }, { count: 12, detail: 'connection refused' }),
    sees: 'Open Health',
  }),
  inbox('reminder', {
    before: only(
      'order_reminder',
      { ...paid, amount: null },
      { id: '1', day: '2026-11-20', from: 'Noor Bakker', detail: 'Promised to call back about the seats.' },
    ),
    sees: 'In a week',
  }),
  inbox('support', { staff: 'noor', sees: /Inbox/ }),
  inbox('record a payment', { act: recording, sees: 'A transfer received at the bank' }),
  inbox('record a payment, filled in', {
    act: inOrder(recording, async (page) => {
      await page.getByLabel('Order or payment reference').fill('SLK-3B8TKN');
      await page.getByLabel('Bank transaction number').fill('NTRF-88421');
    }),
    sees: /will be paid/,
  }),
  inbox('record a payment, too little', {
    act: inOrder(recording, async (page) => {
      await page.getByLabel('Order or payment reference').fill('SLK-3B8TKN');
      await page.getByLabel('Bank transaction number').fill('NTRF-88421');
      await page.getByText(/is outstanding/).waitFor();
      await page.getByLabel('Amount (EUR)').fill('12,50');
    }),
    sees: /less than the amount due/,
  }),
];
