import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { processorTime } from '../../../test/support/processor-time.ts';
import { openLog } from './log.ts';
import { addressWithoutSecrets, textWithoutSecrets, withoutSecrets } from './without-secrets.ts';

const CANARY = 'canary7Kq';

describe('addresses', () => {
  for (const [address, logged] of [
    [`/reset-password/ada@example.org/${CANARY}`, '/reset-password/[hidden]'],
    [`/accept-tcs/SL-ABC234/${CANARY}`, '/accept-tcs/SL-ABC234/[hidden]'],
    [`/payment-plan-payment/SL-ABC234/${CANARY}/SL-ABC234-2`, '/payment-plan-payment/SL-ABC234/[hidden]/SL-ABC234-2'],
    [`/download-ticket/ada@example.org/${CANARY}`, '/download-ticket/[hidden]'],
    [`/download-invoice/SL-ABC234/${CANARY}`, '/download-invoice/SL-ABC234/[hidden]'],
    [`/download-receipt/${CANARY}`, '/download-receipt/[hidden]'],
    [`/portal/orders/SL-ABC234/manage-ticket/${CANARY}`, '/portal/orders/SL-ABC234/manage-ticket/[hidden]'],
    [`/%64ownload-ticket/ada@example.org/${CANARY}`, '/download-ticket/[hidden]'],
    [`/login?from=%2Faccept-tcs%2FSL%2F${CANARY}&token=${CANARY}`, '/login?from=[hidden]&token=[hidden]'],
    [`/login-link#${CANARY}`, '/login-link'],
    [`/confirm-email#${CANARY}`, '/confirm-email'],
    [`/payments/return/${CANARY}`, '/payments/return/[hidden]'],
    [`/sandbox-gateway/pay/${CANARY}`, '/sandbox-gateway/pay/[hidden]'],
    [`/Download-Ticket/ada@example.org/${CANARY}`, '/Download-Ticket/[hidden]'],
    ['/tickets?page=2', '/tickets?page=[hidden]'],
    ['/tickets/day%0Apass', '/tickets/day?pass'],
    ['/assets/shop-1a2b.js', '/assets/shop-1a2b.js'],
    ['/acept-tcs/SL-ABC234/ih85NpJLGg_Ma92QT_z5FQ', '/acept-tcs/SL-ABC234/[hidden]'],
    ['/ih85NpJLGg_Ma92QT_z5FQih85NpJLGg_Ma92QT_z5F/', '/[hidden]/'],
    ['/my-ticket/ABCDEFGHJKMNP2345', '/my-ticket/[hidden]'],
    ['/api/request-password-reset', '/api/request-password-reset'],
  ] as const) {
    test(`${address} is logged as ${logged}`, () => assert.equal(addressWithoutSecrets(address), logged));
  }
});

test('an address of the maximum length is logged fast', async () => {
  for (const piece of ['a', 'a.', 'a:', 'a://', '/download-', 'x@', '/a', 'A']) {
    const took = await processorTime(() => addressWithoutSecrets(`/${piece.repeat(65_536 / piece.length)}`));
    // A quadratic search would take many seconds.
    assert.ok(took < 1_000, piece);
  }
});

test('inside any text, our links, credentials in addresses and bearer tokens are hidden', () => {
  assert.equal(
    textWithoutSecrets(
      `see https://shop.example/reset-password/ada@example.org/${CANARY} now, smtp://me:${CANARY}@mail, Bearer ${CANARY}`,
    ),
    'see https://shop.example/reset-password/[hidden] now, smtp://[hidden]@mail, Bearer [hidden]',
  );
});

test('fields with the name of a secret are hidden at any depth, others stay', () => {
  const fields = {
    order: 'SL-ABC234',
    body: { old_password: CANARY, 'remember-token': CANARY, list: [{ Checksum: CANARY }], voucher: 'SUMMER' },
    headers: { authorization: CANARY, 'set-cookie': CANARY, accept: 'text/html' },
    bank: { iban: CANARY, BIC: CANARY },
    cart: CANARY,
    hasPassword: true,
  };
  const clean = JSON.stringify(withoutSecrets(fields));
  assert.ok(!clean.includes(CANARY), clean);
  for (const kept of ['SL-ABC234', 'SUMMER', 'text/html', '"hasPassword":true']) assert.ok(clean.includes(kept), kept);
});

test('an error keeps its message, code and cause, but not the row that a database quotes', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: `Key (email)=(${CANARY}) exists`,
    constraint: 'one_email',
  });
  const clean = JSON.stringify(withoutSecrets(new Error(`GET /accept-tcs/SL/${CANARY} failed`, { cause })));
  assert.ok(!clean.includes(CANARY), clean);
  for (const kept of ['/accept-tcs/SL/[hidden] failed', 'duplicate key', '23505', 'one_email'])
    assert.ok(clean.includes(kept), kept);
});

for (const pretty of [false, true]) {
  test(`the ${pretty ? 'readable' : 'JSON'} log lets no secret through, and every line arrives`, () => {
    const lines: string[] = [];
    const log = openLog({ level: 'debug', pretty, write: (line) => lines.push(line) });
    const request = {
      method: 'GET',
      url: `/download-ticket/a@b.c/${CANARY}?x=${CANARY}`,
      ip: '127.0.0.1',
      headers: { cookie: CANARY },
    };
    log.info({ req: request }, 'incoming');
    log.info({ password: CANARY }, 'with %s', `https://x/reset-password/a@b.c/${CANARY}`);
    log.info(`text /accept-tcs/SL/${CANARY}`);
    log.error(new Error(`/accept-tcs/SL/${CANARY}`));
    log.error({ err: new Error(`postgres://u:${CANARY}@h/d`) }, 'failed');
    log.info(
      { job: { reason: Object.assign(new Error('x'), { severity: 'ERROR', routine: 'r', detail: CANARY }) } },
      'nested',
    );
    log.child({ token: CANARY }).warn('from a child');
    assert.equal(lines.length, 7);
    const text = lines.join('');
    assert.ok(!text.includes(CANARY), text);
    for (const kept of ['incoming', 'from a child', 'failed', '/accept-tcs/SL/[hidden]'])
      assert.ok(text.includes(kept), kept);
  });
}

test('lines below the level are not written', () => {
  const lines: string[] = [];
  const log = openLog({ level: 'warn', write: (line) => lines.push(line) });
  log.info('no');
  log.warn('yes');
  assert.equal(lines.length, 1);
});
