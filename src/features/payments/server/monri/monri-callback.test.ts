import { describe, expect, test } from 'vitest';
import { readMonriCallback } from './monri-callback.ts';
import { callbackDigest } from './monri-digests.ts';

const KEY = 'test-key-7Hq2';
const approved = {
  id: 1,
  order_number: 'FY-2H9C4T-1-1',
  amount: 2575,
  currency: 'EUR',
  response_code: '0000',
  status: 'approved',
  transaction_type: 'purchase',
};

const read = (message: unknown, headers?: Record<string, string>, keys = [KEY]) => {
  const body = Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message));
  const authorization = `WP3-callback ${callbackDigest(KEY, body)}`;
  return readMonriCallback({ body, headers: headers ?? { authorization }, path: '' }, keys);
};

const nothing = (ignored: string) => ({ ok: true, eventId: null, facts: [], ask: [], ignored });

describe('a callback', () => {
  test('about an approved purchase pays its attempt', () => {
    expect(read(approved)).toEqual({
      ok: true,
      eventId: null,
      ask: [],
      facts: [
        {
          about: 'attempt',
          attempt: { reference: 'FY-2H9C4T-1-1' },
          update: { status: 'paid', transaction: 'FY-2H9C4T-1-1', amount: 2575, currency: 'EUR' },
        },
      ],
    });
  });

  test('has the card’s label, and its token if the card is saved', () => {
    const card = { cc_type: 'visa', masked_pan: '411111-xxx-xxx-1111', pan_token: 'c32b3465be72' };
    const label = 'Visa •••• 1111';
    expect(read({ ...approved, ...card })).toMatchObject({
      facts: [
        {
          update: {
            paidWith: label,
            savedMethod: { gatewayCustomer: '', id: 'c32b3465be72', label, expires: null },
          },
        },
      ],
    });
    expect(read({ ...approved, cc_type: 'novelty', masked_pan: null, pan_token: null })).toMatchObject({
      facts: [{ update: { paidWith: 'Card' } }],
    });
  });

  test.each([
    ['a declined card', { status: 'declined', response_code: '0051' }, 'purchase declined 0051'],
    ['an approval with another code', { response_code: '0001' }, 'purchase approved 0001'],
    ['an amount that is only reserved', { transaction_type: 'authorize' }, 'authorize approved 0000'],
    ['a status that Monri may add', { status: 'pending' }, 'purchase pending 0000'],
  ])('about %s changes nothing', (_, changes, why) => {
    expect(read({ ...approved, ...changes })).toEqual(nothing(why));
  });

  test.each([
    ['no amount', { amount: undefined }],
    ['an amount as text', { amount: '2575' }],
    ['a fraction of a cent', { amount: 2575.5 }],
    ['a negative amount', { amount: -2575 }],
    ['no order number', { order_number: undefined }],
    ['a strange order number', { order_number: '../FY' }],
    ['a strange currency', { currency: 'eur' }],
  ])('with %s is refused', (_, changes) => {
    expect(read({ ...approved, ...changes })).toEqual({ ok: false, reason: 'shape' });
  });

  test('is refused if it is altered, unsigned, or signed with another key', () => {
    const body = Buffer.from(JSON.stringify(approved));
    const authorization = `WP3-callback ${callbackDigest(KEY, body)}`;
    const refused = { ok: false, reason: 'signature' };
    expect(read({ ...approved, amount: 2576 }, { authorization })).toEqual(refused);
    expect(read(approved, {})).toEqual(refused);
    expect(read(approved, undefined, ['another key'])).toEqual(refused);
    for (let at = 0; at < body.length; at += 1) {
      const changed = Buffer.from(body);
      changed[at] = changed[at]! ^ 1;
      expect(read(changed, { authorization })).toEqual(refused);
    }
  });

  test('may have its signature only in the second header', () => {
    const http_authorization = `WP3-callback ${callbackDigest(KEY, JSON.stringify(approved))}`;
    expect(read(approved, { http_authorization })).toMatchObject({ ok: true });
    expect(read(approved, { http_authorization, authorization: 'Basic abc' })).toMatchObject({ ok: false });
  });

  test('with bytes added at the end, which the digest alone cannot detect, is refused', () => {
    const json = JSON.stringify(approved);
    for (const added of [Buffer.from([0x80, 0, 0, 0]), Buffer.from(json), Buffer.from([0])]) {
      expect(read(Buffer.concat([Buffer.from(json), added]))).toEqual({ ok: false, reason: 'shape' });
    }
    const notUtf8 = Buffer.concat([Buffer.from(`${json.slice(0, -1)},"x":"`), Buffer.from([0x80]), Buffer.from('"}')]);
    expect(read(notUtf8)).toEqual({ ok: false, reason: 'shape' });
  });
});

describe('a webhook', () => {
  const hook = (event: string, payload: unknown) => read({ event, payload });

  test('about a purchase is read as a callback', () => {
    expect(hook('transaction:purchase:approved', approved)).toEqual(read(approved));
    const declined = { ...approved, status: 'declined', response_code: '0051' };
    expect(hook('transaction:declined', declined)).toEqual(nothing('purchase declined 0051'));
  });

  test.each(['refund', 'void'])('about a %s says that money went back', (transaction_type) => {
    const payload = { ...approved, id: 9, amount: 1000, transaction_type };
    expect(hook(`transaction:${transaction_type}:approved`, payload)).toMatchObject({
      ok: true,
      facts: [
        {
          about: 'refund',
          id: 'FY-2H9C4T-1-1:refund:1000',
          key: null,
          transaction: 'FY-2H9C4T-1-1',
          amount: 1000,
          currency: 'EUR',
          update: { status: 'done' },
        },
      ],
    });
    const declined = { ...payload, status: 'declined', response_code: '1010' };
    expect(hook(`transaction:${transaction_type}:declined`, declined)).toMatchObject({ ok: true, facts: [] });
  });

  test('about something else changes nothing', () => {
    expect(hook('payment-method:tokenized', { pan_token: 'x' })).toEqual(nothing('event payment-method:tokenized'));
  });
});
