import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountOf, order, orderNow, purchase } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

const download = (placed: { code: string; checksum: string }) =>
  app.fetch(`/download-calendar/${placed.code}/${placed.checksum}`);
const titlesIn = (file: string) => [...file.matchAll(/^SUMMARY:(.*)$/gm)].map(([, title]) => title!.trim());

describe('the calendar file of an order', () => {
  test('contains the event, has a file name and is not cached', async () => {
    const paid = await purchase(app, token, ['saturday', 'sandlark-pass']);
    const answer = await download(paid);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="calendar-${paid.code}.ics"`);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const file = await answer.text();
    expect(titlesIn(file)).toEqual([expect.stringMatching(/^Sandlark \d{4}$/)]);
    expect(file).toContain('DTSTART;TZID=Europe/Amsterdam:');
    expect(file).toContain('LOCATION:Larkduin Beach Park\\, Zandpad 1');
    expect(file).not.toMatch(/holder/i);
  });

  test('lists the departure of a coach before the event', async () => {
    const paid = await purchase(app, token, ['saturday', 'coach-brussels']);
    const file = (await (await download(paid)).text()).replaceAll('\r\n ', '');
    expect(titlesIn(file)).toEqual([expect.stringMatching(/Brussels/), expect.stringMatching(/^Sandlark/)]);
    expect(file).toContain('Be at the meeting point 30 minutes before travel.');
    expect(file).toContain('LOCATION:Brussels North');
    expect(file).toContain(`UID:departure-${paid.code}-`);
  });

  test('exists before the payment, but not once the order is cancelled', async () => {
    const { order: placed } = await order(app, token, ['saturday'], null, 'bank_transfer');
    expect((await download(placed)).status).toBe(200);
    await app.db.run(`update orders set payment_status = 'cancelled' where code = $1`, [placed.code]);
    expect((await download(placed)).status).toBe(404);
    await app.db.run(`update orders set payment_status = 'pending' where code = $1`, [placed.code]);
  });

  test('leaves out tickets that were refunded or reassigned', async () => {
    const paid = await purchase(app, token, ['saturday']);
    for (const status of ['refunded', 'cancelled']) {
      await app.db.run(`update tickets set status = $1 where code = $2`, [status, paid.tickets[0]!.code]);
      expect((await download(paid)).status).toBe(404);
    }
    await app.db.run(`update tickets set status = 'active' where code = $1`, [paid.tickets[0]!.code]);
    expect((await download(paid)).status).toBe(200);
    await accountOf(app, 'else@example.org', 'Somebody Else');
    await app.db.run(
      `update tickets set customer_id = (select id from customers where email = 'else@example.org') where code = $1`,
      [paid.tickets[0]!.code],
    );
    expect((await download(paid)).status).toBe(404);
  });

  test('does not exist for merchandise alone', async () => {
    expect((await download(await purchase(app, token, ['poster-a2']))).status).toBe(404);
  });

  test('gets the same 404 for a wrong checksum, an unknown order and another order’s checksum', async () => {
    const paid = await purchase(app, token, ['saturday']);
    const other = await purchase(app, token, ['sandlark-pass']);
    const answers = await Promise.all(
      [
        { code: paid.code, checksum: 'A'.repeat(22) },
        { code: 'SLK-AAAAAA', checksum: paid.checksum },
        { code: paid.code, checksum: other.checksum },
      ].map(async (guess) => {
        const answer = await download(guess);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect((await orderNow(app, token, paid.code)).payment_status).toBe('paid');
  });
});
