import type { GatewayMessage } from '#features/payments/server/gateway.ts';
import { signMessage } from '#features/payments/server/sandbox/sandbox-callback.ts';
import { sandboxGateway } from '#features/payments/server/sandbox/sandbox-gateway.ts';
import { disputePayment, endRefund, refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { decide, isOutcome, letDelayedMoneyArrive } from '#features/payments/server/sandbox/sandbox-store.ts';
import type { Db } from '#platform/db/db.ts';
import { givenDatabase } from '../support/database.ts';
import type { ProviderUnderTest } from './conformance.ts';

interface SandboxParts {
  readonly db: Db;
  readonly key: Buffer;
  /** Whether an open payment can be closed. */
  readonly closes: boolean;
  close(): Promise<void>;
}

/** Opens the sandbox on its own database. */
export async function givenSandboxUnderTest({ closes }: Pick<SandboxParts, 'closes'>): Promise<ProviderUnderTest> {
  const database = await givenDatabase();
  return sandboxUnderTest({ db: database.db, key: Buffer.alloc(32, 3), closes, close: () => database.drop() });
}

/** The sandbox uses its own clock unless it is given a shop's. */
export function sandboxUnderTest({ db, key, closes, close }: SandboxParts, clock?: () => Date): ProviderUnderTest {
  let time = new Date('2026-11-20T10:00:00Z').getTime();
  const now = clock ?? (() => new Date(time));
  const idOf = async (by: 'merchant_reference' | 'transaction', value: string): Promise<string> =>
    (await db.row<{ id: string }>(`select id from sandbox_payments where ${by} = $1`, [value]))!.id;
  const press = async (reference: string, outcome: string) => {
    if (!isOutcome(outcome)) throw new Error(outcome);
    await decide(db, await idOf('merchant_reference', reference), outcome, now());
  };
  let delivered = 0;
  return {
    gateway: sandboxGateway({ db, key, flow: 'redirect', closes, refunds: 'pending' }),
    now,
    async travel(milliseconds) {
      time += milliseconds;
    },
    pays: (_started, { reference }) => press(reference, 'paid'),
    cancels: (_started, { reference }) => press(reference, 'cancelled'),
    paysLater: (_started, { reference }) => press(reference, 'delayed'),
    async confirms() {
      time += 61_000;
      await letDelayedMoneyArrive(db, new Date(now().getTime() + 61_000));
    },
    refundArrives: (refund) => endRefund(db, refund, { status: 'done' }, now()),
    refundFails: (refund) => endRefund(db, refund, { status: 'failed', reason: 'the account is closed' }, now()),
    pendingRefundsOf: async (transaction) =>
      (
        await db.rows<{ id: string }>(
          `select r.id from sandbox_refunds r join sandbox_payments p on p.id = r.sandbox_payment_id
           where p.transaction = $1 and r.status = 'pending'`,
          [transaction],
        )
      ).map(({ id }) => id),
    async operatorRefunds(transaction, amount) {
      await refundPayment(db, { key: null, payment: { transaction }, amount, isDoneAtOnce: true }, now());
    },
    payerDisputes: async (transaction) => disputePayment(db, await idOf('transaction', transaction), 'open', now()),
    shopWinsDispute: async (transaction) => disputePayment(db, await idOf('transaction', transaction), 'won', now()),
    async nextCharge(outcome, method) {
      const behaviour = { paid: 'pays', declined: 'declines', needs_customer: 'needs_customer' }[outcome];
      await db.run('update sandbox_cards set behaviour = $2 where id = $1', [method, behaviour]);
    },
    async messages() {
      const rows = await db.rows<{ id: number; body: string }>(
        'select id, body from sandbox_callbacks where id > $1 order by id',
        [delivered],
      );
      delivered = rows.at(-1)?.id ?? delivered;
      return rows.map(({ body }): GatewayMessage => {
        const bytes = Buffer.from(body);
        return { body: bytes, headers: { 'sandbox-signature': signMessage(key, bytes, now()) }, path: '' };
      });
    },
    signs: true,
    // The sandbox has no network that could fail.
    failsNext: null,
    async taken(reference) {
      const row = await db.row<{ sum: number }>(
        `select coalesce(sum(amount), 0)::int as sum from sandbox_payments
         where merchant_reference = $1 and status = 'paid'`,
        [reference],
      );
      return row!.sum;
    },
    async returned(transaction) {
      const row = await db.row<{ sum: number }>(
        `select coalesce(sum(r.amount), 0)::int as sum
         from sandbox_refunds r join sandbox_payments p on p.id = r.sandbox_payment_id
         where p.transaction = $1 and r.status <> 'failed'`,
        [transaction],
      );
      return row!.sum;
    },
    close,
  };
}
