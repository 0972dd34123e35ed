import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aLine, aStatement, type LineParts } from '../testing.ts';
import { areCloseNames } from './close-names.ts';
import { identifyLines, waitReasonOf } from './identify-lines.ts';
import { recordedMoneyOf } from './line-booking.ts';
import type { Known, KnownOrder, KnownRefund, Match } from './line-matches.ts';
import { isSameAccount, matchLines } from './match-lines.ts';
import type { Statement, StatementLine } from './statement.ts';

const ACCOUNT = 'NL85LARK0123456789';
let ids = 0;

function anOrder(code: string, amounts: readonly number[], over: Partial<KnownOrder> = {}): KnownOrder {
  const payments = amounts.map((amount, index) => {
    ids += 1;
    return { id: ids, amount, paidAmount: 0, reference: `${code}-${index + 1}` };
  });
  return { code, status: 'pending', isPlan: amounts.length > 1, payments, names: [], ...over };
}

const single = anOrder('SLK-2H9C4T', [7_600], { names: ['Mila Okonkwo'] });
const plan = anOrder('SLK-7Q4M2X', [5_000, 5_000, 5_000]);
const cancelled = anOrder('SLK-3K8PWD', [9_000], { status: 'cancelled' });

const known = (over: Partial<Known> = {}): Known => ({
  prefix: 'SLK',
  currency: 'EUR',
  today: '2026-11-20',
  accounts: [ACCOUNT],
  booked: new Set(),
  sameNumbers: new Map(),
  orders: new Map([single, plan, cancelled].map((order) => [order.code, order])),
  waiting: [single, plan],
  refunds: new Map(),
  receipts: [],
  batches: new Map(),
  payouts: [],
  payers: new Map(),
  ...over,
});

const options = {
  digest: (text: string) => Buffer.from(text).toString('hex').slice(-32),
  ownAccount: ACCOUNT,
  payerOf: (iban: string) => iban,
};
const waiting = { today: '2026-11-20', takesRunningDays: false };
const identified = (statement: Statement, over: Partial<typeof waiting> = {}) =>
  identifyLines(statement, options).map((line) => ({
    ...line,
    waitReason: waitReasonOf(line.line, statement, { ...waiting, ...over }),
  }));
const matchAll = (lines: readonly StatementLine[], over: Partial<Known> = {}): Match[] =>
  matchLines(identified(aStatement(lines)), known(over));
const matchOne = (over: LineParts, facts: Partial<Known> = {}): Match => matchAll([aLine(over)], facts)[0]!;

describe('money in is certain', () => {
  test.each([
    ['a payment’s reference', { amount: 5_000, text: 'SLK-7Q4M2X-2' }, 'SLK-7Q4M2X-2', 'fits'],
    ['a structured reference', { amount: 7_600, structuredReference: 'RF25SLK2H9C4T1' }, 'SLK-2H9C4T-1', 'fits'],
    ['an end-to-end id', { amount: 7_600, endToEndId: 'SLK-2H9C4T-1' }, 'SLK-2H9C4T-1', 'fits'],
    ['the code of an order with one payment', { amount: 7_600, text: 'slk 2h9c4t' }, 'SLK-2H9C4T', 'fits'],
    ['a plan’s code and one payment’s amount', { amount: 5_000, text: 'SLK-7Q4M2X' }, 'SLK-7Q4M2X', 'fits'],
    ['a plan’s code and all of it', { amount: 15_000, text: 'SLK-7Q4M2X' }, 'SLK-7Q4M2X', 'fits'],
    ['a number of no payment', { amount: 7_600, text: 'SLK-2H9C4T 2 tickets' }, 'SLK-2H9C4T', 'fits'],
    ['look-alike characters and the exact amount', { amount: 7_600, text: '5LK-ZH9C4T' }, 'SLK-2H9C4T', 'fits'],
  ] as const)('with %s', (_, line, reference, expects) => {
    expect(matchOne(line)).toMatchObject({ kind: 'certain', target: { reference, expects } });
  });
});

describe('money in is left to a person', () => {
  const payment = { id: 900, amount: 2_000, paidAmount: 2_000, reference: 'SLK-8W8W8W-1' };
  const paid = anOrder('SLK-8W8W8W', [], { status: 'paid', payments: [payment] });
  test.each([
    ['too little', { amount: 4_000, text: 'SLK-7Q4M2X-2' }, 'SLK-7Q4M2X-2', 'other_amount', 'short'],
    ['too much', { amount: 6_000, text: 'SLK-7Q4M2X-2' }, 'SLK-7Q4M2X-2', 'other_amount', 'over'],
    ['too little for an order', { amount: 7_000, text: 'SLK-2H9C4T' }, 'SLK-2H9C4T', 'other_amount', 'short'],
    ['a cancelled order', { amount: 9_000, text: 'SLK-3K8PWD' }, 'SLK-3K8PWD', 'not_expected', 'late'],
    [
      'a cancelled order and a typing error',
      { amount: 9_000, text: '5LK-3K8PWD' },
      'SLK-3K8PWD',
      'not_expected',
      'late',
    ],
    ['a paid order', { amount: 2_000, text: 'SLK-8W8W8W' }, 'SLK-8W8W8W', 'not_expected', 'double'],
  ] as const)('with a clear reference, but for %s', (_, line, reference, why, expects) => {
    const orders = new Map([...known().orders, [paid.code, paid]]);
    expect(matchOne(line, { orders })).toMatchObject({ kind: 'likely', why, targets: [{ reference, expects }] });
  });

  test('with the reference of a paid instalment, whose number is shown if the order has several', () => {
    const [first, ...later] = anOrder('SLK-9X9X9X', [5_000, 5_000]).payments;
    const partly = anOrder('SLK-9X9X9X', [], {
      status: 'partial',
      payments: [{ ...first!, paidAmount: 5_000 }, ...later],
    });
    const orders = new Map([partly, paid].map((order) => [order.code, order]));
    expect(matchOne({ amount: 5_000, text: 'SLK-9X9X9X-1' }, { orders })).toMatchObject({
      why: 'not_expected',
      targets: [{ expects: 'double', instalment: 1 }],
    });
    const [{ targets }] = matchAll([aLine({ amount: 2_000, text: 'SLK-8W8W8W-1' })], { orders }) as [
      Extract<Match, { kind: 'likely' }>,
    ];
    expect(targets[0]).not.toHaveProperty('instalment');
  });

  test('if somebody recorded a receipt with its number but another amount', () => {
    const facts = { sameNumbers: new Map([['BANK-00000017', 41]]) };
    const line = (over: LineParts) => matchOne({ bankReference: 'BANK-00000017', ...over }, facts);
    expect(line({ amount: 7_600, text: 'SLK-2H9C4T' })).toMatchObject({
      ...{ kind: 'likely', why: 'same_number', receipt: 41 },
      targets: [{ order: 'SLK-2H9C4T' }],
    });
    expect(line({ amount: 1, text: 'thanks' })).toEqual({ kind: 'unknown', why: 'same_number', receipt: 41 });
    expect(matchOne({ amount: 7_600, text: 'SLK-2H9C4T' }, facts).kind).toBe('certain');
  });

  test('with the code of an order without its prefix, if exactly this amount is open', () => {
    const other = anOrder('SLK-4R4R4R', [7_600]);
    const facts = { waiting: [other, single] };
    expect(matchOne({ amount: 7_600, text: 'Tickets 2h9c4t!' }, facts)).toMatchObject({
      kind: 'likely',
      why: 'bare_code',
      targets: [{ order: 'SLK-2H9C4T' }],
    });
    for (const line of [
      { amount: 7_601, text: '2H9C4T' },
      { amount: 7_600, text: 'X2H9C4T' },
    ]) {
      expect(matchOne(line, facts)).toEqual({ kind: 'unknown', why: 'no_reference' });
    }
  });

  test('with the amount and an account that pays the order in the same statement', () => {
    const party = { name: null, iban: 'NL91ABNA0417164300' };
    const lines = [
      aLine({ amount: 5_000, text: 'SLK-7Q4M2X-1', party }),
      aLine({ amount: 5_000, text: 'again', party }),
    ];
    const waiting = [plan, anOrder('SLK-4R4R4R', [5_000])];
    expect(matchAll(lines, { waiting })).toMatchObject([
      { kind: 'certain' },
      { kind: 'likely', why: 'same_payer', targets: [{ order: plan.code }] },
    ]);
  });

  test('with look-alike characters and another amount', () => {
    expect(matchOne({ amount: 7_601, text: '5LK-ZH9C4T' })).toEqual({ kind: 'unknown', why: 'no_such_order' });
  });

  test('with a plan’s code whose amount fits no payment', () => {
    expect(matchOne({ amount: 5_001, text: 'SLK-7Q4M2X' })).toMatchObject({ kind: 'likely', why: 'other_amount' });
  });

  test('with a structured reference whose check digits are wrong, unless the amount fits', () => {
    const line = { structuredReference: 'RF26SLK7Q4M2X2' };
    expect(matchOne({ ...line, amount: 5_001 })).toMatchObject({ kind: 'likely', why: 'other_amount' });
    expect(matchOne({ ...line, amount: 5_000 })).toMatchObject({ kind: 'certain', why: 'look_alike' });
  });

  test('with the codes of several orders, shared only if the sum is exact', () => {
    const text = 'SLK-2H9C4T and SLK-7Q4M2X';
    expect(matchOne({ amount: 22_600, text })).toMatchObject({
      kind: 'likely',
      why: 'several_orders',
      isShared: true,
      targets: [{ amount: 7_600 }, { amount: 15_000 }],
    });
    expect(matchOne({ amount: 22_601, text })).toEqual({ kind: 'unknown', why: 'several_orders' });
  });

  test('with the amount and the name of an open order', () => {
    expect(matchOne({ amount: 7_600, text: 'tickets', party: { name: 'OKONKWO, MILA', iban: null } })).toMatchObject({
      kind: 'likely',
      why: 'name_and_amount',
      targets: [{ order: 'SLK-2H9C4T' }],
    });
  });

  test('with the amount and an account that paid the order before', () => {
    const payers = new Map([['NL91ABNA0417164300', ['SLK-7Q4M2X']]]);
    expect(matchOne({ amount: 5_000, party: { name: null, iban: 'NL91ABNA0417164300' } }, { payers })).toMatchObject({
      kind: 'likely',
      why: 'same_payer',
    });
  });

  test('with an amount that only one open order has; if two have it, neither is proposed', () => {
    expect(matchOne({ amount: 7_600 })).toMatchObject({ kind: 'likely', why: 'only_open_amount' });
    const other = anOrder('SLK-4R4R4R', [7_600]);
    expect(matchOne({ amount: 7_600 }, { waiting: [single, other] })).toEqual({ kind: 'unknown', why: 'no_reference' });
  });

  test('if the same money seems to be booked by hand; a second equal line is certain', () => {
    const receipts = [
      {
        ...{ id: 12, transaction: 'BT 1', statementLine: null as string | null },
        ...{ orderCode: 'SLK-2H9C4T', amount: 7_600, receivedOn: '2026-11-18' },
      },
    ];
    const lines = [1, 2].map(() => aLine({ amount: 7_600, text: 'SLK-2H9C4T' }));
    expect(matchAll(lines, { receipts })).toMatchObject([
      { kind: 'likely', why: 'booked_otherwise', receipt: 12 },
      { kind: 'certain' },
    ]);
    const fromStatement = receipts.map((receipt) => ({ ...receipt, transaction: `camt:${ACCOUNT}:x` }));
    expect(matchAll(lines.slice(0, 1), { receipts: fromStatement })).toMatchObject([{ kind: 'certain' }]);
    const confirmed = receipts.map((receipt) => ({ ...receipt, statementLine: `camt:${ACCOUNT}:x` }));
    expect(matchAll(lines.slice(0, 1), { receipts: confirmed })).toMatchObject([{ kind: 'certain' }]);
  });

  test('if the same money was confirmed in another format, which cannot be confirmed again', () => {
    const receipt = {
      ...{ id: 12, transaction: 'BT 1', statementLine: `mt940:${ACCOUNT}:x` as string | null },
      ...{ orderCode: 'SLK-2H9C4T', amount: 7_600, receivedOn: '2026-11-18' },
    };
    const lines = [aLine({ amount: 7_600, text: 'SLK-2H9C4T' })];
    const [match] = matchAll(lines, { receipts: [receipt] });
    expect(match).toMatchObject({ kind: 'likely', why: 'booked_otherwise', receipt: 12 });
    expect(recordedMoneyOf(match!)).toBeNull();
    const [unconfirmed] = matchAll(lines, { receipts: [{ ...receipt, statementLine: null }] });
    expect(recordedMoneyOf(unconfirmed!)).toEqual({ receipt: 12 });
  });

  test('in a batch without its parts, whatever its text', () => {
    const batch = { reference: 'B1', isSplit: false };
    expect(matchOne({ amount: 7_600, text: 'SLK-2H9C4T', batch })).toEqual({
      kind: 'unknown',
      why: 'batch_without_parts',
    });
  });
});

test('a line is matched as if the lines before it were booked', () => {
  const lines = [1, 2, 3, 4].map((day) => aLine({ amount: 5_000, text: 'SLK-7Q4M2X', bookedOn: `2026-11-0${day}` }));
  expect(matchAll(lines)).toMatchObject([
    { kind: 'certain', target: { expects: 'fits' } },
    { kind: 'certain', target: { expects: 'fits' } },
    { kind: 'certain', target: { expects: 'fits' } },
    { kind: 'likely', why: 'not_expected', targets: [{ expects: 'double' }] },
  ]);
});

describe('after a line with the code of the same order that a person has to accept', () => {
  test('a line is not certain if it would no longer fit afterwards', () => {
    const lines = [
      aLine({ amount: 5_000, text: 'SLK-2H9C4T' }),
      aLine({ amount: 7_600, text: 'SLK-2H9C4T' }),
      aLine({ amount: 7_600, text: 'SLK-2H9C4T' }),
    ];
    expect(matchAll(lines)).toMatchObject([
      { kind: 'likely', why: 'other_amount' },
      { kind: 'likely', why: 'claimed_before', targets: [{ order: 'SLK-2H9C4T', expects: 'fits' }] },
      { kind: 'likely', why: 'claimed_before' },
    ]);
    const shared = aLine({ amount: 22_600, text: 'SLK-2H9C4T and SLK-7Q4M2X' });
    expect(matchAll([shared, lines[1]!])[1]).toMatchObject({ kind: 'likely', why: 'claimed_before' });
  });

  test('a line is certain if there is room for both', () => {
    const lines = [aLine({ amount: 4_000, text: 'SLK-7Q4M2X-1' }), aLine({ amount: 5_000, text: 'SLK-7Q4M2X-2' })];
    expect(matchAll(lines)).toMatchObject([
      { kind: 'likely', why: 'other_amount' },
      { kind: 'certain', target: { reference: 'SLK-7Q4M2X-2' } },
    ]);
  });
});

describe('a batch without its parts is not booked', () => {
  const whole = aLine({ amount: 200, batch: { reference: 'B1', isSplit: false } });
  const part = aLine({ amount: 100, text: 'SLK-2H9C4T', batch: { reference: 'B1', isSplit: true } });
  const [batch] = identified(aStatement([whole]));

  test('if its parts are in the same import', () => {
    const lines = identified(aStatement([whole, part, part]));
    expect(matchLines(lines, known())[0]).toEqual({ kind: 'stopped', why: 'parts_listed' });
  });

  test.each([
    ['open', { kind: 'stopped', why: 'parts_listed' }],
    ['done', { kind: 'booked', why: 'in_parts' }],
  ] as const)('if its parts are in another import and %s', (state, match) => {
    expect(matchLines([batch!], known({ batches: new Map([[batch!.identity, state]]) }))).toEqual([match]);
  });
});

describe('a line is not booked', () => {
  test.each([
    ['in another currency', { amount: 7_600, text: 'SLK-2H9C4T', currency: 'CHF' }, 'other_currency'],
  ] as const)('%s', (_, line, why) => expect(matchOne(line)).toEqual({ kind: 'stopped', why }));

  const matchIn = (over: Partial<Statement>, line: Partial<LineParts> = {}) =>
    matchLines(identified(aStatement([aLine({ amount: 7_600, text: 'SLK-2H9C4T', ...line })], over)), known())[0];

  test('from an account that is not the shop’s', () => {
    expect(matchIn({ account: 'NL02ABNA0123456789' })).toEqual({ kind: 'stopped', why: 'other_account' });
    expect(matchIn({ account: `${ACCOUNT}EUR` })).toMatchObject({ kind: 'certain' });
  });

  test('from a day that is not over, because equal lines cannot be numbered yet', () => {
    const today = { bookedOn: '2026-11-20' };
    expect(matchIn({ format: 'csv' }, today)).toEqual({ kind: 'stopped', why: 'day_is_running' });
    expect(matchIn({ format: 'csv' }, { ...today, bankReference: 'B1' })).toMatchObject({ kind: 'certain' });
    expect(matchIn({}, today)).toMatchObject({ kind: 'certain' });
    expect(matchIn({ scope: 'running_day' })).toEqual({ kind: 'stopped', why: 'running_day' });
  });
});

describe('money out', () => {
  const refund: KnownRefund = {
    ...{ code: 'SLK-2H9C4T-R1', status: 'processing', total: 5_400, file: 'SLK-REFUNDS-1' },
    recordedAs: null,
  };
  const other = { ...refund, code: 'SLK-7Q4M2X-R1', total: 1_000 };
  const refunds = new Map([refund, other].map((one) => [one.code, one]));
  const out = (over: LineParts, facts: Partial<Known> = { refunds }) => matchOne({ direction: 'out', ...over }, facts);

  test('closes the refund whose code is in its end-to-end id or text, for exactly its amount', () => {
    const paid = { kind: 'money_out', what: { kind: 'refunds_paid', codes: [refund.code] } };
    expect(out({ amount: 5_400, endToEndId: refund.code })).toEqual(paid);
    expect(out({ amount: 5_400, text: 'Sandlark refund SLK-2H9C4T-R1' })).toEqual(paid);
    expect(out({ amount: 5_399, endToEndId: refund.code })).toMatchObject({ what: { kind: 'refund_other_amount' } });
  });

  test('closes all refunds of a file that the bank booked as one sum', () => {
    const paid = { what: { kind: 'refunds_paid', codes: [refund.code, other.code] } };
    expect(out({ amount: 6_400, paymentFile: 'SLK-REFUNDS-1' })).toMatchObject(paid);
    expect(out({ amount: 6_401, paymentFile: 'SLK-REFUNDS-1' })).toMatchObject({ what: { kind: 'other' } });
  });

  test('changes nothing if the refund is in another status, or its code is missing', () => {
    const done = new Map([[refund.code, { ...refund, status: 'processed' as const }]]);
    expect(out({ amount: 5_400, endToEndId: refund.code }, { refunds: done })).toMatchObject({
      what: { kind: 'refund_wrong_status', status: 'processed' },
    });
    expect(out({ amount: 999, text: 'electricity' })).toMatchObject({ what: { kind: 'other' } });
    expect(out({ amount: 7_600, text: 'SLK-2H9C4T', isReturn: true })).toMatchObject({
      what: { kind: 'charge_back', order: 'SLK-2H9C4T', receipt: null },
    });
  });

  describe('for a refund that a person recorded as paid', () => {
    const recorded = new Map([[refund.code, { ...refund, status: 'processed' as const, recordedAs: ['OUT-0000001'] }]]);
    const line = (bankReference: string | null, amount = 5_400) =>
      aLine({ amount, direction: 'out', endToEndId: refund.code, bankReference });

    test('is booked already if it has the number under which the payment was recorded', () => {
      expect(matchAll([line('OUT-0000001')], { refunds: recorded })).toEqual([{ kind: 'booked' }]);
    });

    test('is left to a person if it has another number, and a second payment is wrong', () => {
      expect(matchAll([line('OUT-0000002'), line(null)], { refunds: recorded })).toEqual([
        { kind: 'money_out', what: { kind: 'refund_recorded', code: refund.code } },
        { kind: 'money_out', what: { kind: 'refund_wrong_status', code: refund.code, status: 'processed' } },
      ]);
    });

    test('is another payment if its amount differs', () => {
      expect(matchAll([line('OUT-0000001', 5_399)], { refunds: recorded })).toMatchObject([
        { what: { kind: 'refund_other_amount' } },
      ]);
    });
  });

  test('that is returned reopens the refund with the bank’s words', () => {
    const lines = [
      aLine({ amount: 5_400, direction: 'out', endToEndId: refund.code }),
      aLine({ amount: 5_400, isReturn: true, endToEndId: refund.code, returnReason: 'AC04 Account closed' }),
    ];
    expect(matchAll(lines, { refunds })).toEqual([
      { kind: 'money_out', what: { kind: 'refunds_paid', codes: [refund.code] } },
      { kind: 'money_out', what: { kind: 'refund_returned', code: refund.code, words: 'AC04 Account closed' } },
    ]);
  });
});

describe('identities', () => {
  const keys = (lines: readonly StatementLine[], over: Partial<Statement> = {}) =>
    identified(aStatement(lines, over)).map(({ identity }) => identity);

  test('two equal lines have different identities, with or without the bank’s reference', () => {
    const lines = [aLine({ amount: 100 }), aLine({ amount: 100 })];
    expect(new Set(keys(lines)).size).toBe(2);
    expect(new Set(keys(lines.map((line) => ({ ...line, bankReference: 'POS 12' })))).size).toBe(2);
  });

  test('different payments with the same counter as reference have different identities', () => {
    const [ada, mila] = ['Ada', 'Mila'].map((name) => aLine({ amount: 100, bankReference: 'POS 1', text: name }));
    expect(keys([ada!])).not.toEqual(keys([mila!]));
    const long = { bankReference: '2026112014385001000' };
    expect(keys([{ ...ada!, ...long }])).toEqual(keys([{ ...mila!, ...long }]));
  });

  test('parts of a batch without references have different identities, and share that of their entry', () => {
    const part = aLine({ amount: 100, batch: { reference: 'B1', isSplit: true } });
    const parts = identified(aStatement([part, part]));
    const whole = identified(aStatement([aLine({ amount: 200, batch: { reference: 'B1', isSplit: false } })]));
    expect(new Set(parts.map(({ identity }) => identity)).size).toBe(2);
    expect(parts.map(({ otherIdentity }) => otherIdentity)).toEqual([whole[0]!.identity, whole[0]!.identity]);
    expect(matchLines(parts, known({ booked: new Set([whole[0]!.identity]) }))).toEqual([
      { kind: 'booked' },
      { kind: 'booked' },
    ]);
  });

  test('a key is short, whatever the bank and the payer write', () => {
    const text = 'x'.repeat(2_000);
    for (const key of keys([aLine({ amount: 99_999_999, text }), aLine({ amount: 1, bankReference: text })])) {
      expect(key.length).toBeLessThanOrEqual(120);
    }
  });
});

const lineArbitrary = fc.record({
  amount: fc.constantFrom(5_000, 7_600, 1_234),
  text: fc.constantFrom('SLK-7Q4M2X-1', 'SLK-7Q4M2X-2', 'SLK-2H9C4T', 'SLK-3K8PWD', 'gift'),
  bookedOn: fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-18'),
  bankReference: fc.constantFrom(null, 'POS 1', 'POS 2'),
});

test('however statements are split into files, ordered or repeated, each line is booked once', () => {
  fc.assert(
    fc.property(
      fc.array(lineArbitrary, { maxLength: 12 }),
      fc.array(fc.array(fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-18'), { minLength: 1 }), { maxLength: 5 }),
      (lines, files) => {
        const all = lines.map((line) => aLine(line)).sort((a, b) => a.bookedOn.localeCompare(b.bookedOn));
        const whole = new Set(identified(aStatement(all)).map(({ identity }) => identity));
        expect(whole.size).toBe(all.length);

        const days = ['2026-11-16', '2026-11-17', '2026-11-18'];
        const booked = new Set<string>();
        const bookedTimes = new Map<string, number>();
        // Each file has complete days; together they have every day, in any order and repeatedly.
        for (const file of [...files, ...days.map((day) => [day])]) {
          const statement = aStatement(all.filter(({ bookedOn }) => file.includes(bookedOn)));
          const inFile = identified(statement);
          matchLines(inFile, known({ booked })).forEach((match, index) => {
            if (match.kind === 'booked') return;
            const { identity } = inFile[index]!;
            bookedTimes.set(identity, (bookedTimes.get(identity) ?? 0) + 1);
          });
          for (const { identity } of inFile) booked.add(identity);
        }
        expect(new Set(bookedTimes.keys())).toEqual(whole);
        expect([...bookedTimes.values()].every((times) => times === 1)).toBe(true);
      },
    ),
  );
});

test.each([
  ['Mila Okonkwo', 'OKONKWO MILA', true],
  ['Mila Okonkwo', 'Mrs. Mila A. Okonkwo', true],
  ['Ana Širić', 'SIRIC ANA', true],
  ['Đuro Štef', 'Duro Stef', true],
  ['Mila Okonkwo', 'Mila Horvat', false],
  ['Mila', 'Mila', false],
  ['', '', false],
])('the names "%s" and "%s" can be one person’s: %s', (one, other, are) => {
  expect(areCloseNames(one, other)).toBe(are);
});

test.each([
  ['DE02120300000000202051', '12030000/202051'.replace('/', ''), true],
  ['DE02120300000000202051', '120300000000202051', true],
  ['DE02120300000000202051', '120300000000202052', false],
  ['NL85LARK0123456789', 'NL85LARK0123456789EUR', true],
  ['NL85LARK0123456789', '0123456789', true],
  ['NL85LARK0123456789', 'NL02ABNA0123456789', false],
])('the account %s is recognised in %s: %s', (iban, written, is) => expect(isSameAccount(iban, written)).toBe(is));

test('two equal payouts match two lines, and a payout is matched before an order with its amount', () => {
  const payout = (id: number) => ({
    ...{ id, gateway: 'stripe', payoutId: `po_${id}`, statement: 'STRIPE', amount: 7_600, arrivesOn: '2026-11-19' },
  });
  const line = aLine({ amount: 7_600, text: 'STRIPE', party: { name: 'Stripe', iban: null } });
  const kinds = matchAll([line, line, line], { payouts: [payout(1), payout(2)] }).map((match) =>
    match.kind === 'payout' ? match.payout.payoutId : match.kind,
  );
  expect(kinds).toEqual(['po_1', 'po_2', 'likely']);
});
