/** Calls that change nothing that a customer or a colleague could change at the same time; each has its reason. */
export const NO_ACTIONS: Readonly<Record<string, string>> = {
  ...forAll(
    ['inbox-take', 'inbox-release', 'inbox-snooze', 'inbox-wake'],
    'Only records who deals with a matter. Two people who take it: test/office/inbox.server.test.ts.',
  ),
  ...forAll(
    ['cancellation-pause', 'message-retry', 'message-settle', 'webhook-retry', 'webhook-drop'],
    'Only makes due work begin or wait. The work is raced where it is done.',
  ),
  ...forAll(['order-as-customer', 'books-part', 'refund-accounts'], 'Only reads, which the audit log records.'),
  ...forAll(
    [
      'statement-read',
      'statement-columns-save',
      'statement-ignore',
      'statement-confirm',
      'statement-discard',
      'statement-running-days',
    ],
    'Books nothing. Ignoring and discarding are rivals of booking.',
  ),
  ...forAll(['view-save', 'view-change', 'view-move', 'view-default', 'view-delete'], 'Only arranges a list.'),
  ...forAll(
    ['orders', 'tickets', 'people', 'receipts', 'refunds', 'plans', 'invoices', 'mails', 'audit'].map(
      (list) => `${list}-export`,
    ),
    'Only reads, which the audit log records.',
  ),
  ...forAll(
    ['waiting-room-start', 'waiting-room-change', 'waiting-room-move'],
    'Takes nothing from a customer and gives nothing to one.',
  ),
  'refund-account-ask': 'Only writes an email.',
  'books-close': 'test/office/books.server.test.ts closes months.',
};

function forAll(calls: readonly string[], why: string): Record<string, string> {
  return Object.fromEntries(calls.map((call) => [call, why]));
}

type Side = 'the customer’s side' | 'a colleague who does something else';

/** Actions without a rival on one side, with the reason. */
export const NO_RIVAL: Readonly<Record<string, Partial<Record<Side, string>>>> = {
  ...forEach(['order-note-write', 'order-reminder-set', 'order-note-remove'], {
    'a colleague who does something else': 'Only these calls change a note.',
  }),
  'payout-settle': { 'a colleague who does something else': 'Only this call and the provider change a payout.' },
  'order-create': {
    'a colleague who does something else': 'Only a new order takes a seat, and the colleague already makes one.',
  },
  'staff-invite': { 'the customer’s side': 'Customers have nothing to do with the team.' },
  'held-free': { 'a colleague who does something else': 'This is the only call by which staff change a cart.' },
};

function forEach(calls: readonly string[], sides: Partial<Record<Side, string>>): typeof NO_RIVAL {
  return Object.fromEntries(calls.map((call) => [call, sides]));
}
