import { expect, test } from 'vitest';
import { app, auditOf, givenCommandShop, mila, refusal, shop } from '../../../test/support/command-shop.ts';
import { order as placeOrder, purchase } from '../../../test/support/purchase.ts';

givenCommandShop();

/** A message of a provider that could not be processed. */
const givenFailedMessage = (message: string) =>
  app.db.run(
    `insert into gateway_events (gateway, event_id, received_at, facts, ask, tries, error)
     values ('sandbox', $1, $2, '[]', '[]', 9, 'it could not be read')`,
    [message, app.clock.now()],
  );
const stateOf = (message: string) =>
  app.db.row(
    `select next_try_at is not null as is_due, done_at is not null as is_done from gateway_events where event_id = $1`,
    [message],
  );
const givenFailedCalls = async (count: number) => {
  await app.db.run('delete from operator_notices');
  for (let number = 1; number <= count; number += 1)
    await app.db.run(
      `insert into operator_notices (key, kind, opened_at, ended_at, webhook_body, webhook_tries, webhook_error)
       values ($1, 'problem', $2, $2, '{}', 9, 'no answer')`,
      [`call ${number}`, app.clock.now()],
    );
};

test('payments retry-message makes the message due once more', async () => {
  await givenFailedMessage('evt_retry');
  expect(await shop('payments', 'retry-message', 'sandbox', 'evt_retry', '--as', 'Berta')).toEqual({
    ...{ code: 0, err: '' },
    out: 'Message evt_retry will be processed again. If that fails, doctor lists it again.\n',
  });
  expect(await stateOf('evt_retry')).toEqual({ is_due: true, is_done: false });
  expect(await auditOf('message sandbox evt_retry')).toEqual([{ actor: 'Berta', action: 'message.retried' }]);
  await app.db.run('delete from gateway_events');
});

test('payments settle-message removes the message from the list, once', async () => {
  await givenFailedMessage('evt_settle');
  const words = ['payments', 'settle-message', 'sandbox', 'evt_settle', '--note', 'A test by the provider'];
  expect(await shop(...words)).toEqual({ code: 0, out: 'Message evt_settle is settled.\n', err: '' });
  expect(await stateOf('evt_settle')).toEqual({ is_due: false, is_done: true });
  expect(await shop(...words)).toEqual(refusal('No such message is waiting for you; doctor lists those that are.'));
  expect(await auditOf('message sandbox evt_settle')).toMatchObject([{ action: 'message.settled' }]);
});

test.each([
  [
    ['payments', 'retry-message', 'sandbox', 'evt_unknown'],
    'No such message is waiting for you; doctor lists those that are.',
  ],
  [
    ['payments', 'settle-message', 'other', 'evt_unknown', '--note', 'x'],
    'No such message is waiting for you; doctor lists those that are.',
  ],
  [['payments', 'retry-message', 'sandbox'], 'The message'],
  [['payments', 'settle-message', 'sandbox', 'evt_unknown'], '--note must say what you found'],
  [['payments', 'settle-message', 'sandbox', 'evt_unknown', '--note', ' '], '--note must say what you found'],
  [['payments', 'settle-message', 'sandbox', 'evt', '--note', 'x'.repeat(2_001)], 'in up to 2,000 characters.'],
  [['webhook', 'retry', 'now'], 'now'],
])('%j is refused', async (words, sentence) => expect(await shop(...words)).toEqual(refusal(sentence)));

test.each([
  ['retry', 1, '1 call will be sent again.', 'webhook.retried'],
  ['retry', 2, '2 calls will be sent again.', 'webhook.retried'],
  ['drop', 1, '1 call dropped.', 'webhook.dropped'],
  ['drop', 2, '2 calls dropped.', 'webhook.dropped'],
])('webhook %s prints the number of calls: %i', async (step, count, sentence, action) => {
  await givenFailedCalls(count);
  expect(await shop('webhook', step)).toEqual({ code: 0, out: `${sentence}\n`, err: '' });
  expect((await auditOf('webhook')).at(-1)).toMatchObject({ action });
  expect(await shop('webhook', step)).toEqual(refusal('No calls to your webhook were given up.'));
  await app.db.run('delete from operator_notices');
});

test('orders revive makes an order valid again if its places are still available, and prints its status', async () => {
  const { order } = await placeOrder(app, mila, ['saturday']);
  const { code } = order;
  await shop('orders', 'cancel', code);
  expect(await shop('orders', 'revive', code.toLowerCase(), '--as', 'Berta')).toEqual({
    ...{ code: 0, err: '' },
    out: expect.stringMatching(new RegExp(`^Order ${code} is valid again: it .+\\.\\n$`)),
  });
  expect((await auditOf(code)).at(-1)).toEqual({ actor: 'Berta', action: 'order.revived' });
  expect(await shop('orders', 'revive', code)).toEqual(refusal(`Order ${code} has not ended: it `));
});

test('orders revive refuses an order that does not exist, is paid, or whose places are gone', async () => {
  expect(await shop('orders', 'revive', 'SLK-AAAAAA')).toEqual(refusal('SLK-AAAAAA'));
  const paid = await purchase(app, mila, ['saturday']);
  expect(await shop('orders', 'revive', paid.code)).toEqual(refusal('has not ended'));
  expect(await shop('orders', 'revive')).toEqual(refusal('The order'));

  const { order } = await placeOrder(app, mila, ['saturday']);
  await shop('orders', 'cancel', order.code);
  const limits = await app.db.row<{ capacity: number | null; wanted: number | null }>(
    `select capacity, capacity_wanted as wanted from shop_items where external_code = 'saturday'`,
  );
  await app.db.run(`update shop_items set capacity = sold, capacity_wanted = sold where external_code = 'saturday'`);
  expect(await shop('orders', 'revive', order.code)).toEqual(
    refusal(`The stock or the voucher for order ${order.code} is no longer available.`),
  );
  await app.db.run(`update shop_items set capacity = $1, capacity_wanted = $2 where external_code = 'saturday'`, [
    limits!.capacity,
    limits!.wanted,
  ]);
});
