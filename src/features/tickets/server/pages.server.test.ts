import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixedClock } from '#platform/clock/clock.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import { givenCustomer, givenDeparture, givenEvent, givenItem, givenOrder, makeTicketShop } from '../testing.ts';
import { documentByCode } from './document-store.ts';
import { renderTicketAttachment } from './download-ticket.ts';
import { issueItems } from './issue-items.ts';
import { ticketsOfOrders } from './issued-items.ts';
import { type DocumentParts, qrText } from './make-document.ts';
import { addTicketPages } from './pages.ts';
import { verifyTicketCode } from './ticket-signature.ts';

const now = new Date('2027-02-01T12:00:00Z');
const email = 'Mila+Shop@Example.org';

let database: TestDatabase;
let parts: DocumentParts;
let app: FastifyInstance;

beforeAll(async () => {
  database = await givenDatabase();
  const square = { width: 50, height: 50, channels: 3, background: '#ffb84d' } as const;
  const picture = await sharp({ create: square }).jpeg().toBuffer();
  const files = { read: async (name: string) => (name === 'pass-1a2b-500x500.jpg' ? picture : null) };
  parts = { db: database.db, loadShop: async () => makeTicketShop(), secretKey: Buffer.alloc(32, 7), files };
  app = Fastify({ routerOptions: { maxParamLength: 400 }, trustProxy: true });
  addTicketPages(app, { ...parts, clock: fixedClock(now) });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db.run('delete from rate_limits');
});

interface Given {
  paymentStatus?: string;
  isTermsAccepted?: boolean;
  pending?: boolean;
  status?: string;
}

async function givenTicket(given: Given = {}): Promise<{ code: string; orderId: number }> {
  const { db } = database;
  const eventId = await givenEvent(db, '2027-07-22T10:00:00Z', '2027-07-25T22:00:00Z');
  const itemId = await givenItem(db, { eventId, type: 'transport', travelTimeType: 'selectable' });
  const departureId = await givenDeparture(db, itemId, '2027-07-22T07:30:00Z');
  const orderId = await givenOrder(db, {
    customerId: await givenCustomer(db),
    paymentStatus: given.paymentStatus ?? 'paid',
    isTermsAccepted: given.isTermsAccepted ?? true,
    lines: [
      {
        itemId,
        departureId,
        email,
        age: '25-34',
        frozen: { type: 'transport', travelTimeType: 'selectable', image: '/images/pass-1a2b' },
      },
    ],
  });
  await db.transaction((tx) => issueItems(tx, orderId, { pending: given.pending ?? false }, now));
  await db.run('update tickets set status = $2 where order_id = $1', [orderId, given.status ?? 'active']);
  const [ticket] = (await ticketsOfOrders(db, [orderId], now)).get(orderId)!;
  return { code: ticket!.code, orderId };
}

const get = (url: string, remoteAddress = '192.0.2.1') => app.inject({ method: 'GET', url, remoteAddress });

describe('a ticket is downloaded', () => {
  test('with its code and its holder’s email, without a login, and the browser can show it', async () => {
    const { code } = await givenTicket();
    const answer = await get(ticketPath(email, code));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="ticket-${code}.pdf"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const pdf = readPdf(answer.rawPayload);
    const text = pdf.structure.map((element) => element.text).join('\n');
    expect(text).toMatch(/Coach[\s\S]*Festival Pass[\s\S]*Sandlark 2027[\s\S]*09:30[\s\S]*Mila Okonkwo[\s\S]*25 to 34/);
    expect([...pdf.objects.values()].some((object) => object.includes('/Subtype /Image'))).toBe(true);
  });

  test.each([
    ['in lower case', (code: string) => ticketPath(email.toLowerCase(), code.toLowerCase())],
    ['in upper case', (code: string) => ticketPath(email.toUpperCase(), code)],
    ['with the code in groups, as it is printed', (code: string) => ticketPath(email, code.replace(/(.{5})/, '$1 '))],
    ['with a bare @ and plus', (code: string) => `/download-ticket/${email}/${code}`],
  ])('%s', async (_name, pathOf) => {
    const { code } = await givenTicket();
    expect((await get(pathOf(code))).statusCode).toBe(200);
  });

  test('even if its picture is missing', async () => {
    const { code, orderId } = await givenTicket();
    await database.db.run(
      `update order_lines set frozen = jsonb_set(frozen, '{image}', '"/images/../../etc/passwd"') where order_id = $1`,
      [orderId],
    );
    expect((await get(ticketPath(email, code))).statusCode).toBe(200);
  });
});

describe('the page that is shown instead of a ticket', () => {
  const refused: [string, Given][] = [
    ['pending', { pending: true, paymentStatus: 'partial' }],
    ['pending although the order is paid', { pending: true }],
    ['of an order with open terms', { isTermsAccepted: false }],
    ['in a requested refund', { status: 'refund' }],
    ['being refunded', { status: 'refunding' }],
    ['in a refund with a problem', { status: 'refund-problem' }],
    ['refunded', { status: 'refunded' }],
    ['cancelled', { status: 'cancelled' }],
    ...['pending', 'processing', 'partial', 'problem', 'cancelled', 'abandoned'].map(
      (paymentStatus): [string, Given] => [`of an order that is ${paymentStatus}`, { paymentStatus }],
    ),
  ];
  const page = async () => (await get(ticketPath(email, '2222222222222222Z'))).body;

  test.each(refused)('is the same for a ticket %s', async (_name, given) => {
    const { code } = await givenTicket(given);
    const answer = await get(ticketPath(email, code));
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe(await page());
    expect(await renderTicketAttachment(parts, code)).toBeNull();
  });

  test.each([
    ['somebody else’s email', 'else@example.org'],
    ['the email of the account that bought it', 'customer-1@example.org'],
    ['no email', '%20'],
    ['a longer email', `${email}x`],
  ])('is the same for %s', async (_name, wrong) => {
    const { code } = await givenTicket();
    const answer = await get(`/download-ticket/${wrong}/${code}`);
    expect([answer.statusCode, answer.body]).toEqual([404, await page()]);
  });

  test('is also shown for an old code, once the holder has changed', async () => {
    const { code, orderId } = await givenTicket();
    await database.db.run(`update tickets set code = 'NEW', generation = 2 where order_id = $1`, [orderId]);
    expect((await get(ticketPath(email, code))).statusCode).toBe(404);
  });

  test('is not cached, does not identify the ticket, and allows nothing but its own style', async () => {
    const answer = await get(ticketPath('<script>@example.org', '<b>'));
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
    expect(answer.body).not.toMatch(/<script|<b>|example\.org/);
    expect(answer.body).toContain('<h1>Ticket not found</h1>');
  });
});

describe('downloads are limited', () => {
  test('by code, over all networks', async () => {
    const { code } = await givenTicket();
    for (let count = 0; count < defaultLimits['download-code'].attempts; count += 1) {
      await get(ticketPath(`guess-${count}@example.org`, code), `198.51.100.${count}`);
    }
    const answer = await get(ticketPath(email, code), '203.0.113.9');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  test('by network, over all codes', async () => {
    const { code } = await givenTicket();
    await get(ticketPath(email, 'X'));
    await database.db.run(`update rate_limits set count = $1 where bucket like 'download-network:%'`, [
      defaultLimits['download-network'].attempts,
    ]);
    expect((await get(ticketPath(email, code))).statusCode).toBe(429);
    expect((await get(ticketPath(email, code), '203.0.113.9')).statusCode).toBe(200);
  });
});

test('the published keys verify the document’s QR code, but only around the days of the event', async () => {
  const { code } = await givenTicket();
  const answer = await get('/tickets/keys.json');
  expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' });
  const { keys } = answer.json<{ keys: Parameters<typeof verifyTicketCode>[1] }>();
  const text = qrText((await documentByCode(database.db, code))!, parts.secretKey);
  expect(verifyTicketCode(text, keys, new Date('2027-07-22T12:00:00Z')).valid).toBe(true);
  expect(verifyTicketCode(text, keys, now)).toEqual({ valid: false, reason: 'too_early' });
  expect(verifyTicketCode(text, keys, new Date('2027-08-22T12:00:00Z'))).toEqual({ valid: false, reason: 'too_late' });
});

test('a mail’s attachment is the same document', async () => {
  const { code } = await givenTicket();
  const file = (await renderTicketAttachment(parts, code))!;
  expect(file).toMatchObject({ filename: `ticket-${code}.pdf`, contentType: 'application/pdf' });
  expect(readPdf(file.content).pages).toBe(1);
  expect(await renderTicketAttachment(parts, 'UNKNOWN')).toBeNull();
});

test('scanners share a few reads of the revoked tickets, and receive 304 for the same list', async () => {
  let reads = 0;
  const counted: typeof database.db = {
    ...database.db,
    async rows(text, parameters) {
      if (text.includes('revoked_tickets')) reads += 1;
      return await database.db.rows(text, parameters);
    },
  };
  const busy = Fastify();
  addTicketPages(busy, { ...parts, db: counted, clock: fixedClock(now), revokedListKeptMs: 60_000 });
  const ask = (headers: Record<string, string> = {}) => busy.inject({ url: '/tickets/revoked.json', headers });
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask()));
  for (let turn = 0; turn < 30; turn += 1) answers.push(await ask());
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(reads).toBeLessThanOrEqual(2);
  const { headers, json } = answers[0]!;
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache' });
  expect(json()).toEqual({ revoked: expect.any(Array) });
  const known = await ask({ 'if-none-match': headers.etag as string });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  await busy.close();
});
