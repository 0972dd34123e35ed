import type { OfficeAnswer } from '#browser/office-calls.ts';
import { type OfficeState, order } from './office-state.ts';
import { answering, atLength, CHANGED, changing, holding, refusing, together } from './stand-ins.ts';
import { choose, confirm, fill, inOrder, press, tick, until, untilReady } from './steps.ts';

const RIGHT_NOW = 'Right now';
const WILL_HAPPEN = 'What will happen';
const PAID = '2H9CRW';
const UNPAID = '3B8TKN';

const opened = (change: (answer: OfficeAnswer<'order-open'>) => OfficeAnswer<'order-open'>) =>
  changing('order-open', change);

const note = {
  what: 'note' as const,
  at: '2026-11-20T14:40:00.000Z',
  by: 'Noor Bakker',
  id: 2,
  body: 'Called. The card was replaced, so the rest comes by transfer after the weekend.',
  is_pinned: true,
  remind_on: '2026-11-23',
};
const someNotes = changing('order-timeline', ({ entries }) => ({
  entries: [
    note,
    {
      ...{ ...note, id: 1, at: '2026-11-18T09:12:00.000Z', by: 'Joris Hendriks' },
      ...{ body: 'Asked the bank.', is_pinned: false, remind_on: null },
    },
    ...entries,
  ],
}));

const owing = (answer: OfficeAnswer<'order-open'>) => ({ ...answer, paid: 7_600, owed: 7_600 });

const withoutAccount = together(
  opened((answer) => ({
    ...answer,
    refunds: answer.refunds
      .slice(0, 1)
      .map((refund) => ({ ...refund, status: 'processing' as const, account_needed: refund.total })),
  })),
  answering('refund-account-form', {
    ...{ code: 'SLK-4X7VPD-R1', order: 'SLK-4X7VPD', amount: 18_400, full_name: 'Mila Okonkwo', country: 'NL' },
    address: { street: 'Zandpad 12' },
    countries: [
      { code: 'HR', name: 'Croatia' },
      { code: 'NL', name: 'Netherlands' },
    ],
    iban_countries: ['HR', 'NL'],
    address_lines: [
      { key: 'street', text: 'Street and number', required: true },
      { key: 'postal_code', text: 'Postal code', required: true },
      { key: 'city', text: 'City', required: true },
    ],
  }),
);

const beyondLimits = changing('ticket-to-change', (ticket) => ({
  ...ticket,
  may_name: false,
  may_email: false,
  may_time: false,
}));

/** Fills in a refund of the first item, with fees returned. */
const refunding = inOrder(
  press('Refund…'),
  until('Select all'),
  tick(/Festival Pass|Coach|Lark/),
  fill('Reason', 'A broken leg: cannot travel.'),
);
const changingHolder = inOrder(press('Change holder'), fill('Full name', 'Noor de Wit'));
const cancelling = inOrder(press('Cancel order…'), until(/will be cancelled/));

/** The page of an order in every status, and everything that can be done there. */
export const orderStates: readonly OfficeState[] = [
  {
    name: 'order/paid',
    at: order(PAID),
    sees: RIGHT_NOW,
    shows: ['order:paid', 'item:active', 'item:refund', 'refund:active', 'instalment:paid'],
  },
  {
    name: 'order/two colleagues are looking',
    at: order(PAID),
    before: answering('presence', { others: ['Lena Ruiz', 'Noor Bakker'] }),
    sees: /are looking at this/,
  },
  { name: 'order/not paid', at: order(UNPAID), sees: RIGHT_NOW, shows: ['order:pending', 'instalment:pending'] },
  { name: 'order/in progress', at: order('WAY2'), sees: RIGHT_NOW, shows: ['order:processing'] },
  {
    name: 'order/plan overdue',
    at: order('7Q4MXD'),
    sees: RIGHT_NOW,
    shows: ['order:partial'],
  },
  { name: 'order/plan by card', at: order('PLNS'), sees: /charged to/ },
  { name: 'order/plan attempts used up', at: order('MAX5'), sees: 'Let the customer try again…' },
  { name: 'order/plan payment in progress', at: order('PLN2'), sees: RIGHT_NOW, shows: ['instalment:processing'] },
  { name: 'order/plan payment problem', at: order('9K4DTE'), sees: RIGHT_NOW, shows: ['instalment:problem'] },
  { name: 'order/plan refund requested', at: order('PLNA'), sees: RIGHT_NOW },
  { name: 'order/plan refunded', at: order('PLNR'), sees: RIGHT_NOW, shows: ['refund:processed', 'item:refunded'] },
  { name: 'order/paid in part', at: order('PART'), sees: RIGHT_NOW, shows: ['instalment:partial'] },
  { name: 'order/problem', at: order('PRB4'), sees: RIGHT_NOW, shows: ['order:problem'] },
  { name: 'order/terms open', at: order('5F2WHJ'), sees: RIGHT_NOW },
  {
    name: 'order/cancelled',
    at: order('8R6NUC'),
    sees: RIGHT_NOW,
    shows: ['order:cancelled', 'instalment:cancelled', 'item:cancelled'],
  },
  { name: 'order/not paid in time', at: order('5T9PME'), sees: RIGHT_NOW, shows: ['order:abandoned'] },
  {
    name: 'order/refunds',
    at: order('4X7VPD'),
    sees: RIGHT_NOW,
    shows: ['item:refunding', 'refund:processing'],
  },
  {
    name: 'order/refund problem',
    at: order('RFND'),
    sees: RIGHT_NOW,
    shows: ['item:refund-problem', 'refund:problem', 'refund:cancelled'],
  },
  { name: 'order/paid by voucher', at: order('6J3YQA'), sees: RIGHT_NOW },
  { name: 'order/with notes', at: order('7Q4MXD'), before: someNotes, sees: 'Noor Bakker' },
  {
    name: 'order/long texts',
    at: order(PAID),
    before: together(opened(atLength), changing('order-timeline', atLength)),
    sees: RIGHT_NOW,
  },
  {
    name: 'order/many items',
    at: order(PAID),
    before: opened((answer) => ({
      ...answer,
      items: Array.from({ length: 12 }, (_, index) => ({
        ...answer.items[index % answer.items.length]!,
        key: `${index}`,
      })),
    })),
    sees: RIGHT_NOW,
  },
  {
    name: 'order/erased person',
    at: order('5T9PME'),
    before: together(
      opened((answer) => ({
        ...answer,
        customer_name: '',
        customer_email: '',
        items: answer.items.map((item) => ({ ...item, full_name: '', email: '' })),
      })),
      answering('order-timeline', { entries: [] }),
    ),
    sees: RIGHT_NOW,
  },
  { name: 'order/finance', at: order(PAID), staff: 'joris', sees: RIGHT_NOW },
  { name: 'order/support', at: order('7Q4MXD'), staff: 'noor', sees: RIGHT_NOW },
  { name: 'order/unknown', at: order('NONE'), sees: /No order has a similar code/ },
  { name: 'order/unknown, similar', at: order('2H9CRX'), sees: 'Did you mean one of these?' },
  { name: 'order/money still here', at: order('8R6NUC'), before: opened(owing), sees: /owed to the customer/ },
  { name: 'order/refund without an account', at: order('4X7VPD'), before: withoutAccount, sees: 'Enter the account…' },
  {
    name: 'order/timeline did not load',
    at: order(PAID),
    before: refusing('order-timeline', { status: 500, message: 'Something went wrong. Please try again.' }),
    sees: 'Try again',
  },
  { name: 'order/as the customer sees it', at: order(PAID, '/as-customer'), sees: /What .+ sees/ },
  { name: 'order/as the customer sees it, overdue', at: order('7Q4MXD', '/as-customer'), sees: /What .+ sees/ },
  {
    name: 'order/note refused',
    at: order(PAID),
    before: refusing('order-note-write', {
      status: 422,
      message: 'Please check your entries.',
      errors: { body: ['Please write something.'] },
    }),
    act: inOrder(fill('Write a note', ' '), press('Add note')),
    sees: RIGHT_NOW,
  },
  {
    name: 'order/reading an email',
    at: order(PAID),
    act: press(/^Read/),
    sees: WILL_HAPPEN,
  },

  { name: 'order/refund', at: order(PAID), act: inOrder(press('Refund…'), until('Select all')), sees: 'Select all' },
  {
    name: 'order/refund, filled in',
    at: order(PAID),
    act: inOrder(refunding, untilReady),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/refund of a plan',
    at: order('7Q4MXD'),
    act: press('Refund…'),
    sees: 'Reason',
  },
  {
    name: 'order/refund, too much',
    at: order(PAID),
    act: inOrder(refunding, fill(/^Refund only this amount/, '99999')),
    sees: /more than|at most|not be more/i,
  },
  {
    name: 'order/refund, changed meanwhile',
    at: order(PAID),
    act: inOrder(refunding, untilReady, refusing('refund-create', CHANGED, 1), confirm),
    sees: /Something has changed since you looked/,
  },
  {
    name: 'order/refund, busy',
    at: order(PAID),
    act: inOrder(refunding, untilReady, holding('refund-create'), confirm),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/refund, loading',
    at: order(PAID),
    before: holding('refund-to-create'),
    act: press('Refund…'),
    sees: 'Refund',
  },
  { name: 'order/cancel', at: order(UNPAID), act: cancelling, sees: WILL_HAPPEN },
  { name: 'order/cancel, email', at: order(UNPAID), act: inOrder(cancelling, press('Read it')), sees: 'Hide it' },
  {
    name: 'order/cancel, changed meanwhile',
    at: order(UNPAID),
    act: inOrder(cancelling, refusing('order-cancel', CHANGED, 1), confirm),
    sees: /Something has changed since you looked/,
  },
  {
    name: 'order/cancel, busy',
    at: order(UNPAID),
    act: inOrder(cancelling, holding('order-cancel'), confirm),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/cancel, reason too long',
    at: order(UNPAID),
    before: refusing('order-cancel', {
      status: 422,
      message: 'Please check your entries.',
      errors: { reason: ['This is longer than 2,000 characters.'] },
    }),
    act: press('Cancel order…'),
    sees: /longer than/,
  },
  {
    name: 'order/record a payment',
    at: order(UNPAID),
    act: inOrder(press('Record a payment'), fill('Bank transaction number', 'NTRF-88421'), until(/will be paid/)),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/send email again',
    at: order(PAID),
    act: inOrder(press('Send email again…'), untilReady),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/settle the problem',
    at: order('PRB4'),
    act: press('Settle the problem…'),
    sees: 'How should this be settled?',
  },
  {
    name: 'order/money sent back',
    at: order('8R6NUC'),
    before: opened(owing),
    act: press('Money sent back…'),
    sees: /Send the money by bank transfer first/,
  },
  {
    name: 'order/enter an account',
    at: order('4X7VPD'),
    before: withoutAccount,
    act: inOrder(press(/^Enter the account/), until('IBAN')),
    sees: 'Account holder name',
  },
  {
    name: 'order/enter an account, wrong number',
    at: order('4X7VPD'),
    before: withoutAccount,
    act: inOrder(press(/^Enter the account/), fill('IBAN', 'NL20 INGB 0001 2345 68')),
    sees: /does not look right/,
  },
  { name: 'order/try again', at: order('MAX5'), act: press('Let the customer try again…'), sees: WILL_HAPPEN },
  { name: 'order/decide a refund', at: '/office/inbox/refund%3ASLK-4X7VPD-R3', sees: WILL_HAPPEN },

  { name: 'order/change holder', at: order('NEW2'), act: press('Change holder'), sees: 'Change the holder' },
  {
    name: 'order/change holder, filled in',
    at: order('NEW2'),
    act: inOrder(changingHolder, untilReady),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/change holder, beyond the limits',
    at: order('NEW2'),
    before: beyondLimits,
    act: changingHolder,
    sees: /The customer can no longer change this/,
  },
  {
    name: 'order/change holder, not allowed',
    at: order('NEW2'),
    staff: 'noor',
    before: beyondLimits,
    act: changingHolder,
    sees: /a manager is/,
  },
  {
    name: 'order/change holder, mistakes',
    at: order('NEW2'),
    act: inOrder(press('Change holder'), fill('Email', 'noor'), until(/email/i)),
    sees: 'Change the holder',
  },
  {
    name: 'order/change holder, closed',
    at: order('NEW2'),
    before: changing('ticket-to-change', (ticket) => ({ ...ticket, is_closed: true })),
    act: press('Change holder'),
    sees: /cannot be changed/,
  },
  {
    name: 'order/change time',
    at: order('NEW4'),
    act: inOrder(press('Change time'), choose('Departure', { index: 1 }), untilReady),
    sees: WILL_HAPPEN,
  },
  {
    name: 'order/change time of a party',
    at: order('NEW4'),
    before: changing('ticket-to-change', (ticket) => ({ ...ticket, party: [2, 3, 4] })),
    act: press('Change time'),
    sees: /tickets of this order together/,
  },
];
