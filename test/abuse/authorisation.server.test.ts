import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { CallContract } from '#kernel/call.ts';
import { givenShopApp } from '../support/shop-app.ts';
import { type Expectation, expectations, holder, wrongLinks } from './support/call-expectations.ts';
import { routesOf } from './support/routes-of.ts';
import {
  ada,
  adasCart,
  adasOrder,
  app,
  ask,
  givenStrangers,
  mila,
  OWNER,
  owned,
  secrets,
  seen,
  state,
  strangers,
  UNKNOWN,
} from './support/strangers.ts';

// Everybody but Mila sends every call and download for what belongs to her. The shop must show and change nothing, and
// its answer must equal, to the byte, the answer for something that does not exist.

givenStrangers();

describe('every call', () => {
  const entries = Object.entries(expectations);
  const of = (kind: Expectation['kind']) => entries.filter(([, { kind: one }]) => one === kind);

  test('is listed here with an expectation of the kind that its contract names', () => {
    const contracts: readonly CallContract[] = app.server.calls.contracts;
    expect(Object.keys(expectations).sort()).toEqual(contracts.map(({ name }) => name).sort());
    for (const { name, needs } of contracts) {
      const { kind } = expectations[name]!;
      expect([name, needs]).toEqual([
        name,
        kind === 'own' ? 'login' : kind === 'login' || kind === 'checksum' ? kind : 'nobody',
      ]);
    }
  });

  test.each([...of('login'), ...of('own')].map(([name]) => name))(
    '%s: without a login, every request gets 401',
    async (name) => {
      const expectation = expectations[name] as Extract<Expectation, { kind: 'login' | 'own' }>;
      const bodies = expectation.kind === 'own' ? [{}] : [...expectation.foreign(), expectation.unknown()];
      const before = await state();
      const answers = new Set<string>();
      for (const [who, token] of Object.entries(strangers)) {
        if (who === 'another customer') continue;
        for (const how of ['field', 'header'] as const) {
          for (const body of bodies) answers.add(JSON.stringify(await ask(name, token, body, how)));
        }
      }
      expect(answers.size).toBe(1);
      expect(JSON.parse([...answers][0]!)).toMatchObject({ status: 401 });
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('login').map(([name]) => name))(
    '%s: for another customer, what belongs to somebody else does not exist',
    async (name) => {
      const { foreign, unknown, none } = expectations[name] as Extract<Expectation, { kind: 'login' }>;
      const before = await state();
      const wanted = await ask(name, ada, unknown());
      if (none) expect([wanted.status, JSON.parse(wanted.body)]).toEqual([200, none]);
      else expect([404, 422]).toContain(wanted.status);
      for (const how of ['field', 'header'] as const) {
        for (const body of foreign()) expect(await ask(name, ada, body, how), JSON.stringify(body)).toEqual(wanted);
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('checksum').map(([name]) => name))(
    '%s: a link with a wrong checksum opens nothing, not even for the owner',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'checksum' }>;
      const before = await state();
      const wanted = await ask(name, null, unknown());
      expect(wanted.status).toBe(404);
      for (const token of [...Object.values(strangers), mila]) {
        for (const body of foreign()) expect(await ask(name, token, body), JSON.stringify(body)).toEqual(wanted);
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('cart').map(([name]) => name))(
    '%s: for another customer, a cart that somebody has used does not exist',
    async (name) => {
      const { foreign, unknown } = expectations[name] as Extract<Expectation, { kind: 'cart' }>;
      const before = await state();
      const wanted = await ask(name, ada, unknown());
      expect(wanted.status).toBe(404);
      for (const body of foreign()) expect(await ask(name, ada, body), JSON.stringify(body)).toEqual(wanted);
      expect(await state()).toEqual(before);
    },
  );

  test.each(['update-product-in-cart', 'remove-product-from-cart', 'remove-merchandise-from-cart'])(
    '%s: a line of another cart does not exist in one’s own cart',
    async (name) => {
      const line = (id: string) => ({ cart: adasCart, cart_product_id: id, cart_merchandise_id: id, ...holder });
      const before = await state();
      const wanted = await ask(name, ada, line('00000000-0000-4000-8000-000000000000'));
      expect(wanted.status).toBe(404);
      for (const id of [owned.cartLine, owned.goodsLine]) expect(await ask(name, ada, line(id))).toEqual(wanted);
      expect(await state()).toEqual(before);
    },
  );

  test.each(of('open').map(([name]) => name))(
    '%s: the answer does not reveal whether somebody is known',
    async (name) => {
      const { pairs } = expectations[name] as Extract<Expectation, { kind: 'open' }>;
      for (const [known, unknown] of pairs()) {
        for (const token of Object.values(strangers)) {
          await app.db.run('delete from rate_limits');
          const answers = await Promise.all([known, unknown].map((body) => ask(name, token, body)));
          expect(answers[0]).toEqual(answers[1]);
        }
      }
    },
  );

  test('shows a stranger nothing that belongs to the owner', async () => {
    const found: string[] = [];
    let checked = 0;
    for (const [name, expectation] of entries) {
      // These calls concern only the caller's own login, and `logout` would end it.
      if (expectation.kind === 'own') continue;
      const bodies = expectation.kind === 'open' ? expectation.pairs().flat() : expectation.foreign();
      for (const token of expectation.kind === 'cart' ? [ada] : Object.values(strangers)) {
        await app.db.run('delete from rate_limits');
        for (const body of bodies.length > 0 ? bodies : [{}]) {
          const { body: text } = await ask(name, token, body);
          checked += 1;
          for (const secret of secrets()) if (text.includes(secret)) found.push(`${name}: ${secret}`);
        }
      }
    }
    expect(found).toEqual([]);
    expect(checked).toBeGreaterThan(100);
  });
});

test('get-user returns to each customer only their own name and address', async () => {
  const users = await Promise.all(
    [mila, ada].map(async (token) => JSON.parse((await ask('get-user', token, {})).body)),
  );
  expect(users).toEqual([
    { user: { full_name: OWNER.name, email: OWNER.email } },
    { user: { full_name: 'Ada Lovelace', email: 'ada@example.org' } },
  ]);
});

describe('an invalid login', () => {
  test.each(['nobody', 'forged', 'expired', 'logged out'] as const)(
    '%s: shows the shop as a visitor sees it',
    async (who) => {
      const { data } = JSON.parse((await ask('get-data', strangers[who], {})).body);
      expect(data).toMatchObject({ customer: null, orders: [], refunds: [], existing_tickets: [] });
    },
  );

  test('an order’s correct link shows what the caller may see, but never the owner’s account', async () => {
    const { openTerms, plan } = owned;
    const links = {
      'accept-terms-and-conditions': { order: openTerms.code, checksum: openTerms.checksum },
      'pay-payment-plan-order-payment': {
        order: plan.code,
        checksum: plan.checksum,
        reference: plan.payments[0]!.reference,
      },
    };
    for (const [name, link] of Object.entries(links)) {
      for (const [who, token] of Object.entries(strangers)) {
        // Each call counts as an attempt to pay, and the number of attempts is limited.
        await app.db.run('update payments set attempts = 0');
        const { status, body } = await ask(name, token, link);
        expect([name, who, status]).toEqual([name, who, 200]);
        const { data } = JSON.parse(body);
        expect(data.customer?.email ?? null).toBe(who === 'another customer' ? 'ada@example.org' : null);
        expect(data.orders.map((order: Order) => order.code)).toEqual(
          who === 'another customer' ? [adasOrder.code] : [],
        );
        expect(data.refunds).toEqual([]);
      }
    }
  });
});

/** Pages served to a GET, with the data behind them. */
const pages: Record<
  string,
  'the same for everybody' | 'development only' | (() => { foreign: string[]; unknown: string })
> = {
  '/api/openapi.json': 'the same for everybody',
  '/office/api/openapi.json': 'the same for everybody',
  '/health': 'the same for everybody',
  '/health/live': 'the same for everybody',
  '/health/ready': 'the same for everybody',
  '/live': 'the same for everybody',
  '/ready': 'the same for everybody',
  // Answered only on the machine itself or with a token: src/apps/server/metrics.server.test.ts.
  '/metrics': 'the same for everybody',
  '/portal/tickets/kept.js': 'the same for everybody',
  '/portal/tickets/worker.js': 'the same for everybody',
  '/tickets/keys.json': 'the same for everybody',
  '/tickets/revoked.json': 'the same for everybody',
  '/waiting-room': 'the same for everybody',
  '/waiting-room/:event': 'the same for everybody',
  '/dev/mailbox': 'development only',
  '/dev/mailbox.json': 'development only',
  '/dev/mailbox/:id': 'development only',
  '/dev/mailbox/:id/html': 'development only',
  '/dev/mailbox/:id/attachments/:index': 'development only',
  '/dev/office': 'development only',
  '/dev/sandbox': 'development only',
  '/download-ticket/:email/:code': () => {
    const of = (email: string, code: string) => `/download-ticket/${encodeURIComponent(email)}/${code}`;
    const [ticket] = owned.paid.tickets;
    return {
      foreign: [
        of('ada@example.org', ticket!.code),
        of(UNKNOWN.email, ticket!.code),
        of(ticket!.email, adasOrder.tickets[0]!.code),
        of(ticket!.email, UNKNOWN.ticket),
        of(ticket!.email, owned.paid.code),
        of('%', ticket!.code),
        // This ticket's document is not available, because the ticket is in a refund.
        of(owned.refunded.tickets[0]!.email, owned.refunded.tickets[0]!.code),
      ],
      unknown: of(UNKNOWN.email, UNKNOWN.ticket),
    };
  },
  '/download-invoice/:order/:checksum': () => ({
    foreign: [
      ...wrongLinks(owned.paid).flatMap(({ checksum }) =>
        checksum ? [`/download-invoice/${owned.paid.code}/${checksum}`] : [],
      ),
      `/download-invoice/${owned.paid.code}/${adasOrder.checksum}`,
      `/download-invoice/${adasOrder.code}/${owned.paid.checksum}`,
      // A plan has no invoice yet.
      `/download-invoice/${owned.plan.code}/${owned.plan.checksum}`,
    ],
    unknown: `/download-invoice/${UNKNOWN.order}/${UNKNOWN.checksum}`,
  }),
  '/download-calendar/:order/:checksum': () => ({
    foreign: [
      ...wrongLinks(owned.paid).flatMap(({ checksum }) =>
        checksum ? [`/download-calendar/${owned.paid.code}/${checksum}`] : [],
      ),
      `/download-calendar/${owned.paid.code}/${adasOrder.checksum}`,
      `/download-calendar/${adasOrder.code}/${owned.paid.checksum}`,
    ],
    unknown: `/download-calendar/${UNKNOWN.order}/${UNKNOWN.checksum}`,
  }),
  '/download-transfer/:order/:checksum/:reference': () => ({
    foreign: [
      ...wrongLinks(owned.plan).flatMap(({ checksum }) =>
        checksum ? [`/download-transfer/${owned.plan.code}/${checksum}/${owned.plan.code}`] : [],
      ),
      `/download-transfer/${owned.plan.code}/${adasOrder.checksum}/${owned.plan.code}`,
      `/download-transfer/${adasOrder.code}/${owned.plan.checksum}/${adasOrder.code}`,
      // There is nothing to transfer.
      `/download-transfer/${owned.paid.code}/${owned.paid.checksum}/${owned.paid.code}`,
    ],
    unknown: `/download-transfer/${UNKNOWN.order}/${UNKNOWN.checksum}/${UNKNOWN.order}`,
  }),
  '/payments/return/:token': () => ({
    foreign: [`/payments/return/${owned.plan.payments[0]!.reference}-1`, `/payments/return/${owned.plan.checksum}`],
    unknown: `/payments/return/${UNKNOWN.checksum}`,
  }),
  '/sandbox-gateway/pay/:id': () => ({
    foreign: [`/sandbox-gateway/pay/${owned.plan.payments[0]!.reference}-1`],
    unknown: `/sandbox-gateway/pay/${UNKNOWN.checksum}`,
  }),
};

/** Paths that accept a POST, other than the calls. None of these requests may open anything. */
const posts: Record<string, () => string[]> = {
  '/dev/clock': () => [],
  '/dev/sandbox': () => [],
  '/payments/callback/:gateway': () => ['/payments/callback/sandbox', '/payments/callback/other'],
  '/payments/callback/:gateway/:reference': () => ['/payments/callback/sandbox/ABC-1'],
  '/payments/return/:token': () => [`/payments/return/${owned.plan.checksum}`],
  '/waiting-room': () => ['/waiting-room'],
  '/waiting-room/:event': () => ['/waiting-room/dunes-2027'],
  '/sandbox-gateway/pay': () => ['/sandbox-gateway/pay'],
  '/sandbox-gateway/pay/:id': () => [`/sandbox-gateway/pay/${owned.plan.payments[0]!.reference}-1`],
};

test('a new route is found, with or without parameters', () => {
  const grown = Fastify();
  for (const method of ['GET', 'POST'] as const) {
    const before = routesOf(grown, method);
    grown.route({ method, url: `/new-${method.toLowerCase()}/:order/:checksum`, handler: async () => 'secret' });
    grown.route({ method, url: `/new-${method.toLowerCase()}`, handler: async () => 'secret' });
    expect([method, ...routesOf(grown, method).filter((route) => !before.includes(route))]).toEqual([
      method,
      `/new-${method.toLowerCase()}`,
      `/new-${method.toLowerCase()}/:order/:checksum`,
    ]);
  }
});

describe('every page that is fetched', () => {
  test('is listed here with an expectation, and so is every address that accepts a POST', () => {
    expect(routesOf(app.server.app, 'GET')).toEqual(Object.keys(pages).sort());
    expect(routesOf(app.server.app, 'POST')).toEqual(
      [
        ...Object.keys(expectations).map((name) => `/api/${name}`),
        // test/office tests who may make these calls.
        ...app.server.officeCalls.contracts.map(({ name }) => `/office/api/${name}`),
        ...Object.keys(posts),
      ].sort(),
    );
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(routesOf(app.server.app, method)).toEqual([]);
  });

  const guarded = Object.entries(pages).filter(([, page]) => typeof page === 'function');

  test.each(guarded.map(([path]) => path))(
    '%s: what belongs to somebody else gets the same answer as what does not exist',
    async (path) => {
      const { foreign, unknown } = (pages[path] as Extract<(typeof pages)[string], () => unknown>)();
      const before = await state();
      const wanted = await seen(await app.fetch(unknown));
      expect(wanted.status).toBe(404);
      for (const address of foreign) {
        for (const token of [null, ada, strangers.forged]) {
          const headers = token ? { authorization: `Bearer ${token}` } : {};
          const answer = await seen(await app.fetch(address, { headers }));
          expect(answer, address).toEqual(wanted);
          for (const secret of secrets()) expect(answer.body).not.toContain(secret);
        }
      }
      expect(await state()).toEqual(before);
    },
  );

  test.each(Object.keys(posts).filter((path) => !path.startsWith('/dev/')))(
    '%s: an unsigned post reveals and changes nothing',
    async (path) => {
      const before = await state();
      for (const address of posts[path]!()) {
        for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
          const body = type === 'application/json' ? '{"status":"paid"}' : 'outcome=paid';
          const answer = await seen(
            await app.fetch(address, { method: 'POST', headers: { 'content-type': type }, body }),
          );
          // While nobody has to wait, the buttons of a waiting room only lead back to the shop.
          const isRefused = address.startsWith('/waiting-room')
            ? answer.status === 303 || answer.status === 302
            : answer.status >= 400 && answer.status < 500;
          expect([address, answer.status, isRefused]).toEqual([address, answer.status, true]);
          for (const secret of secrets()) expect(answer.body).not.toContain(secret);
        }
      }
      expect(await state()).toEqual(before);
    },
  );

  test('no call of the office accepts a customer’s login, however it is sent', async () => {
    const before = await state();
    for (const { name, needs } of app.server.officeCalls.contracts) {
      if ('none' in needs && needs.who === 'anybody') continue;
      for (const cookie of [`office=${mila}`, `__Host-office=${mila}`]) {
        const response = await app.fetch(`/office/api/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: app.url, cookie, authorization: `Bearer ${mila}` },
          body: JSON.stringify({ token: mila }),
        });
        expect([name, response.status]).toEqual([name, 401]);
      }
    }
    expect(await state()).toEqual(before);
  });

  test('the pages under /dev stay closed to a visitor from another machine', async () => {
    const before = await state();
    for (const path of [
      '/dev/office',
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/dev/mailbox/1',
      '/dev/mailbox/1/html',
      '/dev/sandbox',
      '/dev/clock',
    ]) {
      for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
        const init = path === '/dev/clock' ? { method: 'POST', body: '{"now":null}' } : {};
        const answer = await app.fetch(path, {
          ...init,
          headers: { 'content-type': 'application/json', [name]: '127.0.0.1' },
        });
        expect([path, name, answer.status]).toEqual([path, name, 403]);
      }
      const { remoteAddress, host } = { remoteAddress: '192.0.2.7', host: 'localhost:3000' };
      const direct = await app.server.app.inject({
        method: path === '/dev/clock' ? 'POST' : 'GET',
        url: path,
        remoteAddress,
        headers: { host },
      });
      expect([path, direct.statusCode]).toEqual([path, 403]);
    }
    expect((await app.fetch('/dev/mailbox')).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  test('the development pages do not exist in production', async () => {
    for (const path of Object.keys(pages).filter((one) => pages[one] === 'development only')) {
      expect(path.startsWith('/dev/')).toBe(true);
    }
    const live = await givenShopApp({ shopEnv: 'production', timeMachine: false });
    try {
      for (const path of [
        '/dev/mailbox',
        '/dev/mailbox.json',
        '/dev/mailbox/1',
        '/dev/mailbox/1/html',
        '/dev/sandbox',
      ]) {
        expect([path, (await live.fetch(path)).status]).toEqual([path, 404]);
      }
      expect((await live.fetch('/dev/clock', { method: 'POST' })).status).toBe(404);
    } finally {
      await live.close();
    }
  });
});

describe('the owner (last, because this changes data)', () => {
  const owners = Object.entries(expectations).filter(([, { kind }]) => kind === 'login' || kind === 'cart');

  test('downloads her own documents', async () => {
    const { paid } = owned;
    const ticket = paid.tickets[1]!;
    for (const path of [
      `/download-ticket/${encodeURIComponent(ticket.email)}/${ticket.code}`,
      `/download-invoice/${paid.code}/${paid.checksum}`,
    ]) {
      const answer = await app.fetch(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'application/pdf']);
    }
  });

  test.each(owners.map(([name]) => name))('%s: is not refused as a stranger is', async (name) => {
    const { foreign } = expectations[name] as Extract<Expectation, { kind: 'login' | 'cart' }>;
    expect([401, 404]).not.toContain((await ask(name, mila, foreign()[0]!)).status);
  });
});
