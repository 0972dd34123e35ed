import { expect } from 'vitest';
import { applyFraudWarning, listFraudWarnings } from '#features/disputes/server/public.ts';
import type { GatewayFact } from '#features/payments/server/public.ts';
import { applyPayout, settlePayout } from '#features/payouts/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { refundedOf } from './money-model.ts';
import type { MoneyStep } from './money-steps.ts';
import type { MoneyWorld } from './money-world.ts';

type PayoutFact = Extract<GatewayFact, { about: 'payout' }>;

export interface WalkedPayout {
  /** The provider's reports, in order. */
  readonly reports: PayoutFact[];
  /** The amount that reached the bank, and what the provider kept. */
  readonly amount: number;
  readonly fees: number;
  isBooked: boolean;
  isSettled: boolean;
}

const report = ({ app }: MoneyWorld, fact: PayoutFact) =>
  applyPayout({ db: app.db, currency: async () => 'EUR' }, 'sandbox', fact, app.clock.now());

/** Pays out as the provider, with parts that sometimes do not add up, or reports later that the bank sent it back. */
export const payOut: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const known = picks.of(model.payouts);
  if (known && picks.oneIn(2)) {
    const last = known.reports.at(-1)!;
    if (picks.oneIn(3)) {
      await report(world, picks.of(known.reports)!);
      return 'repeated';
    }
    if (last.state === 'paid' && picks.oneIn(2)) {
      known.reports.push({ ...last, state: 'failed', reason: 'the account is closed', parts: 'never' });
      Object.assign(known, { isBooked: false, isSettled: false });
      await report(world, known.reports.at(-1)!);
      return 'failed';
    }
    const request = { payoutId: last.id, note: 'looked up', actor: commandLine('operator') };
    const settled = await settlePayout({ db: app.db }, request, app.clock.now());
    const isOpen = !known.isSettled && (last.state === 'failed' || !known.isBooked);
    expect([last.id, settled.ok]).toEqual([last.id, isOpen]);
    if (!isOpen) return 'nothing to settle';
    known.isSettled = true;
    known.isBooked = last.state === 'paid';
    return 'settled';
  }
  const [charges, refunds, fees] = [1_000 + picks.number(9_000), -picks.number(400), -picks.number(300)];
  const isUnbalanced = picks.oneIn(4);
  const amount = charges + refunds + fees + (isUnbalanced ? 1 : 0);
  const fact: PayoutFact = {
    ...({ about: 'payout', id: `po_${model.payouts.length}`, state: 'paid', reason: '' } as const),
    ...{ amount, currency: 'EUR', arrivesOn: app.clock.now().toISOString().slice(0, 10), statement: 'SANDBOX' },
    parts: { charges, refunds, disputes: 0, fees, failedBefore: 0, other: 0 },
  };
  model.payouts.push({ reports: [fact], amount, fees: -fees, isBooked: !isUnbalanced, isSettled: false });
  await report(world, fact);
  return isUnbalanced ? 'does not add up' : 'booked';
};

/** Reports a payment as fraudulent, as the card scheme would, whatever has happened to it. */
export const warnOfFraud: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const payment = picks.of(model.payments);
  const row =
    payment &&
    (await app.db.row<{ transaction: string }>(
      'select transaction from sandbox_payments where merchant_reference = $1 and transaction is not null',
      [payment.reference],
    ));
  if (!row) return null;
  const fact = { about: 'fraud_warning', id: `warning ${payment.reference}`, reason: 'stolen card', ...row } as const;
  await applyFraudWarning({ db: app.db }, 'sandbox', fact, app.clock.now());
  model.warned.add(payment.reference);
  return payment.dispute === null ? 'before a dispute' : 'after a dispute';
};

/** Checks that what the provider paid out is at the bank and no longer owed. */
export async function comparePayouts({ app, model }: MoneyWorld): Promise<void> {
  const rows = await app.db.rows<{ account: string; sum: number }>(
    `select e.account, sum(e.amount)::bigint as sum
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.kind in ('payout', 'payout_failed')
     group by 1`,
  );
  const booked = (account: string) => rows.find((row) => row.account === account)?.sum ?? 0;
  const paid = model.payouts.filter(({ isBooked }) => isBooked);
  const amount = paid.reduce((all, one) => all + one.amount, 0);
  const fees = paid.reduce((all, one) => all + one.fees, 0);
  expect([booked('bank'), booked('gateway_fees'), booked('gateway:sandbox')]).toEqual([
    amount,
    fees,
    0 - amount - fees,
  ]);
}

/** Checks that a warning waits for the operator as long as its money is here and undisputed. */
export async function compareWarnings({ app, model }: MoneyWorld): Promise<void> {
  const warnings = await listFraudWarnings(app.db, { all: true, limit: 999 });
  expect(warnings.map(({ warningId }) => warningId).sort()).toEqual(
    [...model.warned].map((reference) => `warning ${reference}`).sort(),
  );
  for (const { warningId, state } of warnings) {
    const payment = model.payments.find(({ reference }) => warningId === `warning ${reference}`)!;
    const isGone = refundedOf(payment) >= payment.amount;
    expect([warningId, state]).toEqual([
      warningId,
      payment.dispute !== null ? 'disputed' : isGone ? 'refunded' : 'open',
    ]);
  }
}
