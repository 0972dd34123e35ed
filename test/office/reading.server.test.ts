import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, OfficeDb, Queryable } from '#platform/db/db.ts';
import { aroundStatements } from '../support/around-statements.ts';
import { contracts } from './support/contracts.ts';
import { readings } from './support/readings.ts';
import { givenOfficeShop, type OfficeShop, openOfficeShop } from './support/situations.ts';

/* Office work never slows the shop: calls that only read use the office's own connections, in transactions that cannot
   write, with a time limit on each statement. */

interface Sent {
  readonly how: 'read' | 'office' | 'office transaction' | 'shop' | 'shop transaction';
  readonly text: string;
  /** The time limit of the statement's transaction, in milliseconds. */
  readonly timeoutMs: number | null;
}

let shop: OfficeShop;
let requests: Readonly<Record<string, object>>;
let sent: Sent[] = [];

/** Wraps a database to record each statement with the connection that it uses. */
function watched(db: Db): Db {
  const noting = <Inner extends Queryable>(inner: Inner, how: Sent['how'], timeoutMs: number | null = null): Inner =>
    aroundStatements(inner, (text, send) => {
      sent.push({ how, text, timeoutMs });
      return send(text);
    });
  const office = db.forOffice();
  const watchedOffice: OfficeDb = {
    ...noting(office, 'office'),
    transaction: (work) => office.transaction((tx) => work(noting(tx, 'office transaction'))),
    read: (work, limits) =>
      office.read(async (tx) => {
        const row = await tx.row<{ ms: number; readOnly: string }>(
          `select extract(epoch from current_setting('statement_timeout')::interval)::int * 1000 as ms,
             current_setting('transaction_read_only') as "readOnly"`,
        );
        expect(row!.readOnly).toBe('on');
        return await work(noting(tx, 'read', row!.ms));
      }, limits),
    forOffice: () => watchedOffice,
  };
  return {
    ...noting(db, 'shop'),
    transaction: (work) => db.transaction((tx) => work(noting(tx, 'shop transaction'))),
    stockTransaction: (work, options) => db.stockTransaction((tx) => work(noting(tx, 'shop transaction')), options),
    forOffice: () => watchedOffice,
  };
}

beforeAll(async () => {
  shop = await givenOfficeShop(await openOfficeShop({ around: watched }));
  requests = await readings(shop);
});
afterAll(() => shop.app.close());

const reading = contracts.filter(({ changes }) => !changes).map(({ name }) => name);

test('every call that only reads is tested', () => {
  expect(Object.keys(requests).toSorted()).toEqual(reading.toSorted());
});

/**
 * Matches statements for the caller's session, and the shop's constant polls: its catalogue, its clock and its waiting
 * rooms.
 */
const isSentByEveryCall = ({ how, text }: Sent): boolean =>
  how === 'shop'
    ? /concat_ws\(':'|from clock_shift|from waiting_rooms/.test(text)
    : /^\s*select session\.id/.test(text);

/** This call's own transaction is read-only and has the longer limit of the connection. */
const RECOUNTS = 'health-check';

test.each(reading)(
  '%s reads on the office’s own connections, in read-only transactions with a time limit',
  async (name) => {
    sent = [];
    const answer = await shop.owner.browser.call(name, requests[name]!);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    const work = sent.filter((one) => !isSentByEveryCall(one));
    expect(work.length).toBeGreaterThan(0);
    if (name === RECOUNTS) {
      expect(work[0]!.text).toContain('read only');
      expect(new Set(work.map(({ how }) => how))).toEqual(new Set(['office transaction']));
      return;
    }
    expect(work.filter(({ how }) => how !== 'read' && how !== 'office')).toEqual([]);
    for (const { how, timeoutMs } of work) if (how === 'read') expect(timeoutMs).toBeLessThanOrEqual(3_000);
    // Outside these transactions, only the shop's settings and pictures are read.
    for (const { how, text } of work) if (how === 'office') expect(text).toMatch(/from shop_state|from shop_files/);
  },
);
