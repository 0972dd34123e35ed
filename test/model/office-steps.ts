import { newName, newNumber, statementOf } from '../office/support/situations.ts';
import type { OfficePerson } from '../support/office-people.ts';
import { type OfficeStep, one, wasDone } from './office-step.ts';
import type { OfficeWorld } from './office-world.ts';
import { outsideSteps } from './outside-steps.ts';
import type { Picks } from './step.ts';

const DAY = 86_400_000;
const dayIn = ({ app }: OfficeWorld, days: number): string =>
  new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10);
const somebody = ({ owner, colleague }: OfficeWorld, picks: Picks): OfficePerson => picks.of([owner, colleague])!;

/**
 * Previews and confirms. Sometimes something else happens in between, or the confirmation is repeated. It may then be
 * refused, but it must not do anything that the preview did not show.
 */
async function press(world: OfficeWorld, picks: Picks, name: string, body: object): Promise<string> {
  const { browser } = somebody(world, picks);
  const seen = await browser.call(name, body);
  if (!wasDone(name, seen)) return 'refused';
  const token =
    'fingerprint' in seen.body
      ? { fingerprint: seen.body.fingerprint, at: seen.body.at }
      : { preview: seen.body.preview };
  const isDisturbed = picks.oneIn(5);
  if (isDisturbed) {
    const [, { step }] = picks.of(Object.entries(outsideSteps))!;
    await step(world, picks);
    await world.stayIn();
  }
  const confirmed = { ...body, ...token, request_key: crypto.randomUUID() };
  const answers = picks.oneIn(6)
    ? await Promise.all([browser.call(name, confirmed), browser.call(name, confirmed)])
    : [await browser.call(name, confirmed)];
  const done = answers.filter((answer) => wasDone(name, answer));
  if (done.length === 0) return isDisturbed ? 'refused after a change' : 'refused when confirmed';
  for (const { account, amount } of done[0]!.body.outcome?.money ?? []) if (account === 'bank') world.bank += amount;
  return answers.length > 1 ? 'pressed twice' : 'done';
}

/** Makes a step that previews and confirms a call about what `find` returns, or does nothing if that is undefined. */
const pressing =
  <Found>(
    name: string,
    find: (world: OfficeWorld, picks: Picks) => Promise<Found | undefined>,
    bodyOf: (found: Found, world: OfficeWorld, picks: Picks) => object,
  ): OfficeStep =>
  async (world, picks) => {
    const found = await find(world, picks);
    return found === undefined ? null : press(world, picks, name, bodyOf(found, world, picks));
  };

// ---------------------------------------------------------------- money that arrives

interface PartRow {
  readonly code: string;
  readonly reference: string;
  readonly amount: number;
  readonly paid: number;
  readonly due: Date;
}
const anyPayment = (world: OfficeWorld, picks: Picks, where = 'true') =>
  one<PartRow>(
    world,
    picks,
    `select o.code, p.reference, p.amount, p.paid_amount as paid, p.due_at as due
     from payments p join orders o on o.id = p.order_id where ${where} order by p.id`,
  );
const openPayment = (world: OfficeWorld, picks: Picks) =>
  anyPayment(world, picks, `p.status <> 'paid' and o.payment_status in ('pending', 'partial')`);

/** Returns what somebody transfers for a payment: what is missing, half of it, or a little more. */
function sumFor({ amount, paid }: PartRow, picks: Picks): number {
  const missing = Math.max(100, amount - paid);
  return picks.of([missing, missing, missing, Math.ceil(missing / 2), missing + 150])!;
}

const record = pressing('payment-record', anyPayment, (payment, world, picks) => ({
  reference: picks.of([payment.reference, payment.reference, payment.code, 'festival'])!,
  amount: sumFor(payment, picks),
  transaction: `walk-${picks.oneIn(8) ? picks.number(5) : newNumber() + 100}`,
  day: picks.oneIn(3) ? dayIn(world, -1) : '',
}));

const receiptOf = (source: string) => (world: OfficeWorld, picks: Picks) =>
  one<{ id: number; amount: number; attention: string | null }>(
    world,
    picks,
    `select id, amount, attention from receipts where source ${source} order by id`,
  );

const statement: OfficeStep = async (world, picks) => {
  const payments = await Promise.all([openPayment(world, picks), anyPayment(world, picks)]);
  const entries = payments
    .filter((payment) => payment !== undefined)
    .map((payment) => ({
      amount: (sumFor(payment, picks) / 100).toFixed(2),
      text: picks.of([payment.reference, payment.code, 'for the festival'])!,
      reference: `line-${newNumber()}`,
      iban: 'DE02120300000000202051',
    }));
  if (entries.length === 0) return null;
  const person = somebody(world, picks);
  const read = await person.browser.call('statement-read', statementOf(entries));
  if (!wasDone('statement-read', read)) return 'not read';
  return await bookLines(world, picks, read.body.import);
};

async function bookLines(world: OfficeWorld, picks: Picks, id: number): Promise<string> {
  const shown = await somebody(world, picks).browser.call('statement-import', { import: id });
  if (!wasDone('statement-import', shown)) return 'not there';
  interface Line {
    number: number;
    mark: string;
    can_book: boolean;
    is_open_money: boolean;
  }
  const lines = (shown.body.lines as Line[]).filter(({ can_book: can, is_open_money: isOpen }) => can || isOpen);
  if (lines.length === 0) return 'nothing to book';
  const chosen = lines.map(({ number, mark, can_book: can }) => ({
    ...{ number, mark, order: '' },
    how: can && !picks.oneIn(6) ? 'as_matched' : 'without_order',
  }));
  return await press(world, picks, 'statement-book', { import: id, lines: chosen });
}

const importOf = (world: OfficeWorld, picks: Picks) =>
  one<{ id: number }>(world, picks, 'select id from statement_imports order by id');

const lineUndo: OfficeStep = async (world, picks) => {
  const found = await importOf(world, picks);
  if (!found) return null;
  const { lines } = await somebody(world, picks).browser.done('statement-import', { import: found.id });
  const line = picks.of((lines as { number: number }[]).filter(({ number }) => number !== null));
  if (!line) return null;
  return press(world, picks, 'statement-undo', { import: found.id, number: line.number });
};

const bookAgain: OfficeStep = async (world, picks) => {
  const found = await importOf(world, picks);
  return found ? bookLines(world, picks, found.id) : null;
};

// ---------------------------------------------------------------- refunds

const refundOf = (world: OfficeWorld, picks: Picks) =>
  one<{ code: string }>(world, picks, 'select code from refunds order by id');

const refundLines: OfficeStep = async (world, picks) => {
  const order = await anyOrder(world, picks, `payment_status in ('paid', 'partial')`);
  if (!order) return null;
  const shown = await somebody(world, picks).browser.call('refund-to-create', { code: order.code });
  if (!wasDone('refund-to-create', shown)) return 'not possible';
  const lines = (shown.body.items as { line: number }[]).map(({ line }) => line);
  return press(world, picks, 'refund-create', {
    ...{ code: order.code, lines: picks.oneIn(2) ? lines : lines.slice(0, 1), fees: picks.of(['kept', 'returned']) },
    ...{ shipping: null, amount: picks.oneIn(4) ? 100 * (1 + picks.number(40)) : null, to: picks.of(['bank', 'card']) },
    reason: 'Rain.',
  });
};

const fileStep: OfficeStep = async (world, picks) => {
  const { browser } = somebody(world, picks);
  const { next, files } = await browser.done('transfer-files');
  if (next.credits.length > 0 && picks.oneIn(2)) {
    return wasDone('make', await browser.call('transfer-file-make', { content: next.content })) ? 'made' : 'not made';
  }
  const file = picks.of((files as { id: string }[]) ?? []);
  if (!file) return null;
  const name = picks.of(['transfer-file-approve', 'transfer-file-write', 'transfer-file-cancel'])!;
  return `${name} ${wasDone(name, await browser.call(name, { file: file.id })) ? 'done' : 'refused'}`;
};

// ---------------------------------------------------------------- orders and plans

const anyOrder = (world: OfficeWorld, picks: Picks, where = 'true') =>
  one<{ code: string; paid: number; refunded: number }>(
    world,
    picks,
    `select code, total_paid as paid, total_refunded as refunded from orders where ${where} order by id`,
  );
/** Chooses mostly an instalment that can be changed. */
const planPart = (world: OfficeWorld, picks: Picks) =>
  anyPayment(
    world,
    picks,
    picks.oneIn(5) ? 'p.of_plan' : `p.of_plan and p.status = 'pending' and o.payment_status = 'partial'`,
  );

const undoPlan: OfficeStep = async (world, picks) => {
  const order = await anyOrder(world, picks, 'id in (select order_id from plan_changes where undone_at is null)');
  if (!order) return null;
  const { plan_change: change } = await somebody(world, picks).browser.done('order-open', { code: order.code });
  return press(world, picks, 'plan-change-undo', { code: order.code, change: change?.id ?? 1 });
};

const inbox: OfficeStep = async (world, picks) => {
  const { browser } = somebody(world, picks);
  const { matters, snoozed } = await browser.done('inbox');
  const matter = picks.of([...matters, ...snoozed] as { key: string; taken: { by: number } | null }[]);
  if (!matter) return null;
  const { key, taken } = matter;
  const until = new Date(world.app.clock.now().getTime() + (1 + picks.number(72)) * 3_600_000).toISOString();
  const name = picks.of(['inbox-take', 'inbox-snooze', 'inbox-release', 'inbox-wake'])!;
  const body = {
    key,
    ...(name === 'inbox-take' && { from: taken?.by ?? null }),
    ...(name === 'inbox-snooze' && { until, reason: '' }),
  };
  return `${name} ${wasDone(name, await browser.call(name, body)) ? 'done' : 'refused'}`;
};

const holder = pressing(
  'ticket-holder-change',
  (world, picks) =>
    one<{ code: string; position: number; generation: number }>(
      world,
      picks,
      `select o.code, l.position, t.generation from tickets t
       join order_lines l on l.id = t.order_line_id join orders o on o.id = t.order_id order by t.id`,
    ),
  ({ code, position, generation }, _world, picks) => ({
    ...{ order: code, position, generation, full_name: newName('Ana'), email: 'ana@example.org', age: '25-34' },
    ...(picks.oneIn(2) ? { beyond_limits: true, reason: 'By phone.' } : { beyond_limits: false, reason: '' }),
  }),
);

const freeCarts: OfficeStep = async (world, picks) => {
  const about = { email: 'mila@example.org', network: '', reason: 'Keeps seats all day.' };
  return wasDone('held-free', await somebody(world, picks).browser.call('held-free', about)) ? 'done' : 'nothing held';
};

/** What staff do, each with its weight. */
export const officeSteps: Readonly<Record<string, { weight: number; step: OfficeStep }>> = {
  'record a payment': { weight: 5, step: record },
  'undo a payment': { weight: 2, step: pressing('payment-undo', receiptOf(`= 'bank'`), ({ id }) => ({ receipt: id })) },
  'import a statement': { weight: 4, step: statement },
  'book lines again': { weight: 1, step: bookAgain },
  'undo a line': { weight: 3, step: lineUndo },
  'assign money': {
    weight: 3,
    step: async (world, picks) => {
      const [receipt, order] = [await receiptOf('<> $$none$$')(world, picks), await anyOrder(world, picks)];
      if (!receipt || !order) return null;
      return press(world, picks, 'receipt-assign', { receipt: receipt.id, to: order.code });
    },
  },
  'settle money': {
    weight: 2,
    step: pressing('receipt-settle', receiptOf('<> $$none$$'), ({ id }, _world, picks) => ({
      ...{ receipt: id, note: 'Seen.', returned: picks.oneIn(2) },
    })),
  },
  'send money back to its card': {
    weight: 2,
    step: pressing('receipt-send-back', receiptOf(`= 'sandbox'`), ({ id }) => ({ receipt: id })),
  },
  'keep money': {
    weight: 1,
    step: pressing('receipt-keep', receiptOf(`= 'sandbox'`), ({ id }) => ({ receipt: id, reason: 'For a friend.' })),
  },
  'create a refund': { weight: 3, step: refundLines },
  'start a refund': { weight: 4, step: pressing('refund-start', refundOf, ({ code }) => ({ code })) },
  'refuse a refund': {
    weight: 2,
    step: pressing('refund-refuse', refundOf, ({ code }) => ({ code, reason: 'Too late.' })),
  },
  'mark a refund as paid': {
    weight: 3,
    step: pressing('refund-paid', refundOf, ({ code }) => ({ code, number: `paid-${newNumber()}` })),
  },
  'mark a refund as returned': {
    weight: 2,
    step: pressing('refund-returned', refundOf, ({ code }) => ({ code, note: 'Account closed.' })),
  },
  'retry a refund': {
    weight: 2,
    step: pressing('refund-movement-retry', refundOf, ({ code }, _world, picks) => ({
      ...{ movement: `${code}-M${1 + picks.number(2)}`, by_bank: picks.oneIn(2) },
    })),
  },
  'file for the bank': { weight: 2, step: fileStep },
  'cancel an order': { weight: 2, step: pressing('order-cancel', anyOrder, ({ code }) => ({ code, reason: 'Rain.' })) },
  'revive an order': {
    weight: 3,
    step: pressing(
      'order-revive',
      (world, picks) => anyOrder(world, picks, `payment_status in ('cancelled', 'abandoned')`),
      ({ code }) => ({ code }),
    ),
  },
  'move a due date': {
    weight: 2,
    step: pressing('order-move-due-date', openPayment, ({ code, due }, _world, picks) => ({
      ...{ code, day: new Date(due.getTime() + (picks.number(20) - 5) * DAY).toISOString().slice(0, 10) },
    })),
  },
  'settle a problem': {
    weight: 3,
    step: pressing(
      'order-settle-problem',
      (world, picks) => anyOrder(world, picks, `payment_status = 'problem'`),
      ({ code }, _world, picks) => ({ code, to: picks.of(['paid', 'partial', 'cancelled']), reason: '' }),
    ),
  },
  'return owed money': {
    weight: 2,
    step: pressing(
      'order-return-owed',
      (world, picks) => anyOrder(world, picks, 'total_paid > 0 and stock_released'),
      ({ code, paid, refunded }, _world, picks) => ({
        ...{
          code,
          amount: Math.max(1, picks.of([paid - refunded, Math.ceil(paid / 2)])!),
          transaction: `owed-${newNumber()}`,
        },
      }),
    ),
  },
  'move an instalment': {
    weight: 3,
    step: pressing('instalment-move', planPart, ({ reference, due }, _world, picks) => ({
      ...{ reference, day: new Date(due.getTime() + (1 + picks.number(20)) * DAY).toISOString().slice(0, 10) },
      moves_later: picks.oneIn(2),
    })),
  },
  'split an instalment': {
    weight: 3,
    step: pressing('instalment-split', planPart, ({ reference, due, amount }, _world, picks) => ({
      ...{ reference, amount: 1 + picks.number(Math.max(1, amount)), first_day: '' },
      second_day: new Date(due.getTime() + (1 + picks.number(20)) * DAY).toISOString().slice(0, 10),
    })),
  },
  'waive an instalment': {
    weight: 3,
    step: pressing('instalment-waive', planPart, ({ code, reference, amount }, _world, picks) => ({
      ...{ reference: picks.oneIn(6) ? code : reference, amount: picks.oneIn(2) ? null : 1 + picks.number(amount) },
      reason: 'A long delay.',
    })),
  },
  'mail a link': { weight: 1, step: pressing('instalment-mail-link', planPart, ({ reference }) => ({ reference })) },
  'undo a change of a plan': { weight: 4, step: undoPlan },
  'reset the attempts of a payment': {
    weight: 1,
    step: pressing('payment-reset-attempts', openPayment, ({ reference }) => ({ reference })),
  },
  'change a holder': { weight: 3, step: holder },
  'free carts': { weight: 1, step: freeCarts },
  inbox: { weight: 3, step: inbox },
};
