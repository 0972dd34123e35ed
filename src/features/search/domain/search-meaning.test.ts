import { describe, expect, test } from 'vitest';
import { type SearchMeaning, searchMeanings, turnedName } from './search-meaning.ts';

const money = { locale: 'en', currency: 'EUR', currencyDigits: 2 };
const meant = (text: string): SearchMeaning[] => searchMeanings(text, { orderPrefix: 'SLK', money });
const order: SearchMeaning = { kind: 'order', code: 'SLK-7Q4M2X' };

describe('a code is recognised by its shape', () => {
  test.each(['SLK-7Q4M2X', 'slk 7q4m2x', ' SLK7Q4M2X ', 'Order: SLK-7Q4M2X', 'SLK–7Q4M2X'])(
    'the text %j means an order',
    (text) => {
      expect(meant(text)).toEqual([order]);
    },
  );
  test('a payment’s code also means its order', () => {
    expect(meant('SLK-7Q4M2X-2')).toEqual([{ kind: 'payment', code: 'SLK-7Q4M2X-2' }, order]);
  });
  test('a structured reference means its order', () => {
    expect(meant('RF25 SLK2 H9C4 T1')).toContainEqual({ kind: 'order', code: 'SLK-2H9C4T' });
  });
  test('a code is found in an entire line of a bank statement', () => {
    const line = 'MILA JANSEN 198,50 EUR SVWZ+SLK 7Q4M 2X DANKE';
    expect(meant(line)).toEqual([order]);
  });
  test('a refund’s code also means its order', () => {
    expect(meant('SLK-7Q4M2X-R1')).toEqual([{ kind: 'refund', code: 'SLK-7Q4M2X-R1' }, order]);
  });
  test('the beginning of an order’s code may also be a shorter code of a payment or refund', () => {
    expect(meant('slk-7q')).toEqual([
      { kind: 'order_beginning', beginning: 'SLK-7Q' },
      { kind: 'payment', code: 'SLK-7Q' },
      { kind: 'refund', code: 'SLK-7Q' },
    ]);
  });
  test.each(['receipt 260', 'Receipt #260', 'Zahlungseingang 260', 'primitak 260'])(
    '%s means money received, by the shop’s own number',
    (typed) => {
      expect(meant(typed)).toEqual([{ kind: 'receipt_id', id: 260 }]);
    },
  );
  test('six characters without the prefix may be an order’s code', () => {
    expect(meant('7q4m2x')).toContainEqual(order);
  });
  test.each(['7q4m2x-2', '7Q4M2X-2'])(
    '%s may be a payment’s code without the prefix, and also means its order',
    (typed) => {
      expect(meant(typed)).toEqual(expect.arrayContaining([{ kind: 'payment', code: 'SLK-7Q4M2X-2' }, order]));
    },
  );
  test('a refund’s code may also come without the prefix', () => {
    expect(meant('7q4m2x-r1')).toEqual(expect.arrayContaining([{ kind: 'refund', code: 'SLK-7Q4M2X-R1' }, order]));
  });
  test.each(['7q4m2-2', '7q4m1x-2', '7q4m2x-', '7q4m2x-123'])('%s is not a payment’s code', (typed) => {
    expect(meant(typed).map(({ kind }) => kind)).not.toContain('payment');
  });
  test('a ticket’s code has 17 characters', () => {
    expect(meant('abcdefghjkmnpqrst')[0]).toEqual({ kind: 'ticket', code: 'ABCDEFGHJKMNPQRST' });
  });
  test.each([
    ['7abcde', '7ABCDE'],
    ['ABCDEFGH', 'ABCDEFGH'],
  ])('six or more characters may be the beginning of a ticket’s code: %s', (typed, beginning) => {
    expect(meant(typed)).toContainEqual({ kind: 'ticket_beginning', beginning });
  });
  test('only a ticket code’s first eight characters are compared, so that nobody can guess the rest', () => {
    expect(meant('7abcdefghjkm')).toContainEqual({ kind: 'ticket_beginning', beginning: '7ABCDEFG' });
  });
  test.each(['marina', '7abcd', '7abcde-1', '1abcdef'])(
    '%s is not taken for the beginning of a ticket’s code',
    (typed) => {
      expect(meant(typed).map(({ kind }) => kind)).not.toContain('ticket_beginning');
    },
  );
  test('a bank’s number may be written in groups', () => {
    const spellings = ['2026 1130-9999 0001', '20261130-99990001', '2026113099990001'];
    for (const code of spellings) expect(meant('2026 1130-9999 0001')).toContainEqual({ kind: 'receipt', code });
  });

  test('a ticket’s code may be written in groups', () => {
    expect(meant('abcd efgh jkmn pqrs 7')).toContainEqual({ kind: 'ticket', code: 'ABCDEFGHJKMNPQRS7' });
  });
  test('the number of an invoice or a bank transaction is found in a longer text', () => {
    expect(meant('Rechnung 2026-00042 vom Mai')).toEqual([
      { kind: 'invoice', code: '2026-00042' },
      { kind: 'receipt', code: '2026-00042' },
      { kind: 'name', beginning: 'Rechnung 2026-00042 vom Mai' },
    ]);
  });
  test('one word with a digit may be the number of an invoice or a bank transaction', () => {
    expect(meant('2026-00042')).toEqual([
      { kind: 'invoice', code: '2026-00042' },
      { kind: 'receipt', code: '2026-00042' },
    ]);
  });
});

test('one word may be a provider’s transaction id, even without a digit', () => {
  expect(meant('sbx_HqZBvTnWmKcXyRsd')).toContainEqual({ kind: 'receipt', code: 'sbx_HqZBvTnWmKcXyRsd' });
});

describe('an email address', () => {
  test.each(['mila@example.org', 'mailto:Mila@example.org', 'Mila Jansen <mila@example.org>'])(
    'is found in %j',
    (text) => {
      expect(meant(text)).toEqual([{ kind: 'email', beginning: 'mila@example.org' }]);
    },
  );
  test('can be typed only up to the @', () => {
    expect(meant('mila@')).toEqual([{ kind: 'email', beginning: 'mila@' }]);
  });
});

describe('an amount', () => {
  test.each(['=198.50', '= 198,50', '=€198.50'])('can begin with =: %s', (text) => {
    expect(meant(text)).toEqual([{ kind: 'amount', amount: 19_850 }]);
  });
  test.each(['€198.50', '198,50 €', 'EUR 198.50', '198.50 EUR', '€ 198.5'])('can have its currency: %s', (text) => {
    expect(meant(text)).toEqual([{ kind: 'amount', amount: 19_850 }]);
  });
  test.each(['198.50', '198,50', ' 198.50 ', '198,5'])('can have decimals: %s', (text) => {
    expect(meant(text)[0]).toEqual({ kind: 'amount', amount: 19_850 });
  });
  test.each([
    ['76', 7_600],
    ['1985', 198_500],
  ])('can be a whole number of two to four digits, which may also be an invoice or a receipt: %s', (text, amount) => {
    expect(meant(text)).toEqual([
      { kind: 'invoice', code: text },
      { kind: 'receipt', code: text },
      { kind: 'amount', amount },
    ]);
  });
  test.each(['19850', '00', '2026-00042', '1.985', 'USD 198.50', '€0.00', '10.12.26 50'])(
    'cannot be any other number: %s',
    (text) => {
      expect(meant(text).map(({ kind }) => kind)).not.toContain('amount');
    },
  );
  test.each(['=', '=0', '=abc', '=-5', '=USD 198.50'])('is required after =: %s', (text) => {
    expect(meant(text)).toEqual([]);
  });
});

test('anything else with letters is the beginning of a name', () => {
  expect(meant('Ivo Mar')).toEqual([{ kind: 'name', beginning: 'Ivo Mar' }]);
  expect(meant('Žižek')).toContainEqual({ kind: 'name', beginning: 'Žižek' });
});

test.each(['', ' ', 'x', 'mailto:', '-'])('a text that is too short has no meaning: "%s"', (text) => {
  expect(meant(text)).toEqual([]);
});

test('a text that only begins like a QR code is not a scanned ticket', () => {
  expect(meant('T1:ABC').every(({ kind }) => kind !== 'scanned')).toBe(true);
});

describe('a name with the last name first', () => {
  test('is turned around if there is a comma', () => {
    expect(meant('Okonkwo, Mila')).toEqual([{ kind: 'name', beginning: 'Mila Okonkwo' }]);
  });
  test.each([
    ['okonkwo mila', 'mila okonkwo'],
    ['Đurić-Marić Ivo', 'Ivo Đurić-Marić'],
    ['Mila van Dijk', null],
    ['mila', null],
    ['7Q4M2X mila', null],
  ])('%j is turned into %j', (typed, turned) => {
    expect(turnedName(typed)).toBe(turned);
  });
});
