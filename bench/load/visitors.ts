import { cookieNameOf, createPlaces } from '#features/waiting-room/server/places.ts';
import { type Answered, Connection } from './connection.ts';
import { paidCallback } from './paid-callback.ts';

/** The work that one client repeats. */
export interface Visitor {
  once(): Promise<void>;
  close(): void;
}

/** The load to send. It is plain data, because the load generator is a separate process. */
export type Visit =
  | { kind: 'request'; method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }
  /** People in a waiting room, each of whom polls with their own place. */
  | { kind: 'waiting'; path: string; roomId: number; keyHex: string; places: number }
  | { kind: 'add'; items: string[]; data: boolean; catalogueVersion: string | null }
  | {
      kind: 'purchase';
      items: string[];
      /**
       * The tokens of logged-in customers are `<prefix><number>`. Each purchase is the first of another customer, until
       * all of them have bought.
       */
      tokenPrefix: string;
      firstToken: number;
      /** The highest number of a token. */
      customers: number;
      clients: number;
      catalogueVersion: string | null;
      /**
       * How the shop learns of the payment: from the gateway's callback, or because the buyer uses the sandbox's page and
       * returns from it. An order by transfer is not paid yet, and its buyers request no bundle.
       */
      paid: { by: 'callback'; keyHex: string } | { by: 'sandbox-page' } | { by: 'transfer' };
    };

const JSON_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

/** A shop that refuses a client this many times in a row is broken, not busy. */
const MAX_ATTEMPTS = 15;

export function visitorOf(origin: string, visit: Visit, index: number, onRefused: () => void): Visitor {
  const connection = new Connection(origin);
  /** Sends a request and retries after a busy shop's `retry-after`, as a browser does, but not forever. */
  const send = async (request: Buffer): Promise<Answered> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await connection.send(request);
      const seconds = answer.status === 503 ? Number(answer.header('retry-after')) : 0;
      if (!(seconds > 0) || attempt === MAX_ATTEMPTS) return answer;
      onRefused();
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  };
  const call = async (name: string, body: object) => {
    const answer = await send(Connection.request('POST', `/api/${name}`, JSON_HEADERS, JSON.stringify(body)));
    return expectStatus(answer, 200, name);
  };
  const close = () => connection.close();
  const add = async (
    item: string,
    token: string | undefined,
    { data, catalogueVersion }: { data: boolean; catalogueVersion: string | null },
  ) =>
    await call('add-product-to-cart', {
      external_code: item,
      full_name: holderName(index, count++),
      email: 'holder@example.org',
      age: '25-34',
      ...(token && { token }),
      ...(data ? catalogueSince(catalogueVersion) : { data: 'none' }),
    });
  let count = 0;

  switch (visit.kind) {
    case 'request': {
      const bytes = Connection.request(visit.method, visit.path, visit.headers, visit.body);
      return { once: async () => void expectStatus(await send(bytes), 200, visit.path), close };
    }
    case 'waiting': {
      const places = createPlaces([Buffer.from(visit.keyHex, 'hex')]);
      // Each request is made for the next of these people.
      let turn = index * 7_919;
      return {
        once: async () => {
          const number = (turn++ % visit.places) + 1;
          const cookie = `${cookieNameOf(visit.roomId)}=${places.sign({ roomId: visit.roomId, number })}`;
          const headers = { 'accept-encoding': 'identity', cookie };
          expectStatus(await send(Connection.request('GET', visit.path, headers)), 200, visit.path);
        },
        close,
      };
    }
    case 'add':
      return {
        once: async () => void (await add(visit.items[(index + count) % visit.items.length]!, undefined, visit)),
        close,
      };
    case 'purchase':
      return { once: () => purchase(visit), close };
  }

  async function purchase(visit: Extract<Visit, { kind: 'purchase' }>): Promise<void> {
    const { items, catalogueVersion, paid } = visit;
    const token = `${visit.tokenPrefix}${1 + ((visit.firstToken - 1 + count * visit.clients + index) % visit.customers)}`;
    const isTransfer = paid.by === 'transfer';
    const added = await add(items[(index + count) % items.length]!, token, { catalogueVersion, data: !isTransfer });
    const cart = textIn(added, 'code');
    const payment_method = isTransfer ? 'bank_transfer' : 'credit_card';
    const placed = await call('checkout-cart', {
      token,
      cart,
      customer: { country: 'NL', address },
      order: { payment_method, shipping_name: '', shipping_country: '', accepted_ts_and_cs: true },
      ...(isTransfer ? { data: 'none' } : catalogueSince(versionIn(added))),
    });
    if (isTransfer) return;
    const { order, payment } = JSON.parse(placed.body.toString()) as {
      order: { payments: { reference: string; amount: number }[] };
      payment: { url: string };
    };
    if (paid.by === 'callback') {
      const { reference, amount } = order.payments[0]!;
      const { path, headers, body } = paidCallback(paid.keyHex, `${reference}-1`, amount);
      expectStatus(await send(Connection.request('POST', path, headers, body)), 200, 'callback');
      return;
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await send(Connection.request('POST', new URL(payment.url).pathname, form, 'outcome=paid'));
    const back = expectStatus(pressed, 303, 'the sandbox page').header('location')!;
    expectStatus(await send(Connection.request('GET', new URL(back).pathname, {})), 303, 'the return');
  }
}

function expectStatus(answer: Answered, status: number, what: string): Answered {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
  return answer;
}

/** Finds the first text of this name without parsing the bundle after it, which may be large. */
function textIn(answer: Answered, name: string): string {
  const found = new RegExp(`"${name}":"([^"]*)"`).exec(answer.body.toString('latin1', 0, 2_000))?.[1];
  if (!found) throw new Error(`no ${name} in ${answer.body.toString('latin1', 0, 200)}`);
  return found;
}

/** Requests only the changes since the last answer, as the application does. */
const catalogueSince = (version: string | null) =>
  version === null ? {} : { catalogue_version: version, catalogue: 'changes', orders: 'newest' };

/** Finds the catalogue's version in an answer with a bundle. */
export function versionIn({ body }: Answered): string {
  const from = body.lastIndexOf(VERSION);
  if (from === -1) throw new Error('no catalogue version in an answer with data');
  return body.toString('latin1', from + VERSION.length, body.indexOf('"', from + VERSION.length));
}

const VERSION = '"catalogue_version":"';

const letters = (count: number) =>
  count.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

/** A ticket holder's name: letters only, and unique. */
const holderName = (client: number, count: number) => `Buyer ${letters(client)} ${letters(count)}`;
