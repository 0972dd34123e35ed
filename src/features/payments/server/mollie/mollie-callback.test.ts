import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { readMollieCallback } from './mollie-callback.ts';

const read = (
  body: string,
  {
    path = '',
    headers = {},
    secrets = [] as string[],
  }: { path?: string; headers?: Record<string, string>; secrets?: string[] } = {},
) => readMollieCallback({ body: Buffer.from(body), headers, path }, secrets);

// Secret and body as in the tests of Mollie's own validators.
const SECRET = 'whsec_mollie_1';
const EVENT = '{"resource":"event","id":"whe_1","type":"payment.paid","entityId":"tr_7UhSN1zuXS"}';
const SIGNED = 'sha256=57da640120c2dd530ccc3cbce92a5795cff2cf2b2e40bf01c90a794144574e9f';
const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const signed = (body: string, secrets = [SECRET], signature = sign(body)) =>
  read(body, { headers: { 'x-mollie-signature': signature }, secrets });

test('an unsigned message leads to a query about the attempt or the payment that it names', () => {
  expect(read('id=tr_7UhSN1zuXS', { path: '/FY-ABC123-1-1' })).toEqual({
    ok: true,
    eventId: null,
    facts: [],
    ask: [{ about: 'attempt', attempt: { reference: 'FY-ABC123-1-1' } }],
  });
  expect(read('id=tr_7UhSN1zuXS')).toMatchObject({
    ask: [{ about: 'attempt', attempt: { gatewayPaymentId: 'tr_7UhSN1zuXS' } }],
  });
});

test('an unsigned message about anything else is acknowledged, and one without an id is refused', () => {
  for (const id of ['ord_123456', 'sub_123456', 'tr_', 'tr_../../v2', '<script>']) {
    expect(read(`id=${encodeURIComponent(id)}`, { path: '/A-1' })).toMatchObject({ ok: true, ask: [], facts: [] });
  }
  for (const body of ['', 'id=', '{"id":"tr_7UhSN1zuXS"}', EVENT, `id=${'a'.repeat(101)}`, '\u0000']) {
    expect(read(body)).toEqual({ ok: false, reason: 'no id' });
  }
});

test('a message signed by Mollie’s published scheme is accepted', () => {
  expect(sign(EVENT)).toBe(SIGNED);
  expect(signed(EVENT)).toEqual({
    ok: true,
    eventId: 'whe_1',
    facts: [],
    ask: [{ about: 'attempt', attempt: { gatewayPaymentId: 'tr_7UhSN1zuXS' } }],
  });
});

test('while a secret is being replaced, either secret and either signature is accepted', () => {
  expect(signed(EVENT, ['new', SECRET])).toMatchObject({ ok: true });
  expect(signed(EVENT, [SECRET], `${sign(EVENT, 'old')}, ${SIGNED}`)).toMatchObject({ ok: true });
});

test('a wrong signature, another secret, a changed byte or too many signatures are refused', () => {
  const refused = { ok: false, reason: 'signature' };
  expect(signed(EVENT, ['another'])).toEqual(refused);
  expect(signed(`${EVENT} `, [SECRET], SIGNED)).toEqual(refused);
  for (const signature of ['', 'sha256=', SIGNED.slice(7), SIGNED.toUpperCase(), `${SIGNED}0`, 'ß'.repeat(71)]) {
    expect(signed(EVENT, [SECRET], signature)).toEqual(refused);
  }
  expect(signed(EVENT, [SECRET], [...Array(9).fill(sign(EVENT, 'x')), SIGNED].join(','))).toEqual(refused);
  expect(signed(EVENT, [])).toEqual({ ok: false, reason: 'signed, but MOLLIE_WEBHOOK_SECRET is not set' });
});

test('a signed message about a refund or a chargeback leads to a query about its payment', () => {
  const about = (type: string, entity?: object) =>
    signed(
      JSON.stringify({
        resource: 'event',
        id: 'whe_2',
        type,
        entityId: 're_1',
        ...(entity && { _embedded: { entity } }),
      }),
    );
  for (const type of ['refund.failed', 'chargeback.received']) {
    expect(about(type, { paymentId: 'tr_7UhSN1zuXS' })).toMatchObject({
      ask: [{ attempt: { gatewayPaymentId: 'tr_7UhSN1zuXS' } }],
    });
  }
  expect(about('refund.failed')).toMatchObject({ ok: true, ask: [], ignored: 'refund.failed has no payment' });
  expect(about('payout.paid', {})).toMatchObject({ ok: true, ask: [] });
  expect(signed('[]')).toEqual({ ok: false, reason: 'shape' });
});
