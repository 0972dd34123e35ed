import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { defaultLimits } from '#platform/http/limits.ts';
import { defaultOverload } from '#platform/http/overload.ts';
import { readConfig } from './config.ts';

let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync('/tmp/foyer-config-');
  // If root runs the tests, the database's account needs access to the folder.
  fs.chmodSync(folder, 0o755);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const KEY = '0123456789abcdef'.repeat(4);
const production = {
  SHOP_ENV: 'production',
  SHOP_URL: 'https://tickets.example.org',
  SMTP_URL: 'smtp://mail.example.org',
  SECRET_KEY: KEY,
  PAYMENT_GATEWAYS: 'sandbox',
  DATABASE_URL: 'postgresql://foyer@db.example.org/foyer',
};
/** Returns a development environment that only uses files in the test's folder. */
const development = () => ({ DATA_DIR: path.join(folder, 'data') });

test('an empty environment is a development shop on port 3000 with the demo folder and the sandbox', () => {
  const config = readConfig(development(), '/project');
  const { dataDir, secretKey, ...rest } = config;
  assert.deepEqual(rest.olderSecretKeys, []);
  assert.equal(dataDir, path.join(folder, 'data'));
  assert.equal(secretKey.length, 32);
  assert.deepEqual(rest, {
    shopEnv: 'development',
    challenge: null,
    olderSecretKeys: [],
    port: 3000,
    host: '127.0.0.1',
    shopUrl: 'http://localhost:3000',
    shopUrlIsDefault: true,
    officeUrl: undefined,
    databaseUrl: undefined,
    keepsPrepared: false,
    metricsToken: undefined,
    imageCacheBytes: 1_000_000_000,
    demoOrders: true,
    postgresBin: undefined,
    engineUser: undefined,
    shopFolder: '/project/demo',
    smtpUrl: undefined,
    mailFrom: undefined,
    operatorWebhook: undefined,
    paymentGateways: ['sandbox'],
    gatewayVariables: {},
    sandboxFlow: 'redirect',
    sandboxModes: { closes: true, sessionMinutes: 0, refunds: 'done' },
    role: 'all',
    timeMachine: false,
    logLevel: 'info',
    trustedProxies: [],
    overload: defaultOverload,
    limits: defaultLimits,
    holdsAreSynced: true,
    notes: [],
  });
});

describe('payment gateways', () => {
  const gatewaysOf = (env: Record<string, string>) => readConfig({ ...development(), ...env }).paymentGateways;

  test('several keep their order, and the older variable names one', () => {
    assert.deepEqual(gatewaysOf({ PAYMENT_GATEWAYS: ' stripe, monri ' }), ['stripe', 'monri']);
    assert.deepEqual(gatewaysOf({ PAYMENT_GATEWAY: 'mollie' }), ['mollie']);
  });

  test('an unknown name, a repeated one, or both variables are refused', () => {
    assert.throws(() => gatewaysOf({ PAYMENT_GATEWAYS: 'stripe,gold' }), /PAYMENT_GATEWAYS contains "gold"/);
    assert.throws(() => gatewaysOf({ PAYMENT_GATEWAYS: 'stripe,stripe' }), /lists a gateway twice/);
    assert.throws(() => gatewaysOf({ PAYMENT_GATEWAYS: 'stripe,' }), /PAYMENT_GATEWAYS contains ""/);
    assert.throws(() => gatewaysOf({ PAYMENT_GATEWAYS: 'stripe', PAYMENT_GATEWAY: 'stripe' }), /are both set/);
  });

  test('their variables are kept, and no others', () => {
    const env = { STRIPE_SECRET_KEY: ' sk_test_1 ', MOLLIE_API_KEY: '', STRIPED: 'no' };
    assert.deepEqual(readConfig({ ...development(), ...env }).gatewayVariables, { STRIPE_SECRET_KEY: 'sk_test_1' });
  });
});

test('every mistake is named, not only the first', () => {
  const wrong = {
    ...development(),
    PORT: '99999',
    SHOP_URL: 'tickets.example.org',
    DATABASE_URL: 'mysql://root:hunter2@localhost/shop',
    SHOP_FOLDER: '/nowhere/at/all',
    SMTP_URL: 'mail.example.org:25',
    MAIL_FROM: 'Box Office',
    SECRET_KEY: 'short',
    PAYMENT_GATEWAY: 'gold',
    SANDBOX_FLOW: 'popup',
    SANDBOX_CLOSE: 'never',
    SANDBOX_REFUNDS: 'soon',
    SANDBOX_SESSION_MINUTES: 'long',
    ROLE: 'database',
    SHOP_ENV: 'staging',
    TIME_MACHINE: 'yes',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '10.0.0.0/8, proxy, 10.0.0.0/33',
    LIMITS: 'login-account=0/60, login=5/5, cart-add, change-ticket=5/1441, resend-address=3, unpaid-orders=5/60',
  };
  assert.throws(
    () => readConfig(wrong),
    (error: Error) => {
      const named = error.message.split('\n').map((line) => line.split(' ')[0]);
      assert.deepEqual(
        [...new Set(named)].sort(),
        Object.keys(wrong)
          .filter((name) => name !== 'DATA_DIR')
          .sort(),
      );
      assert.match(error.message, /TRUSTED_PROXIES has "proxy"/);
      assert.match(error.message, /TRUSTED_PROXIES has "10\.0\.0\.0\/33"/);
      for (const part of [
        'login-account=0/60',
        'login',
        'cart-add',
        'change-ticket=5/1441',
        'resend-address=3',
        'unpaid-orders=5/60',
      ])
        assert.match(error.message, new RegExp(`LIMITS has "${part}"`));
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    },
  );
});

test.each(['https://tickets.example.org', 'http://192.168.1.20:3000', 'https://localhost.example.org'])(
  'with SHOP_URL=%s the shop does not start unless SHOP_ENV is set',
  (SHOP_URL) => {
    assert.throws(
      () => readConfig({ ...development(), SHOP_URL }),
      new RegExp(
        `SHOP_ENV must be set for a shop that other machines can reach at ${SHOP_URL}: "production" for real sales`,
      ),
    );
    assert.equal(readConfig({ ...development(), SHOP_URL, SHOP_ENV: 'development' }).shopEnv, 'development');
    assert.equal(readConfig({ ...production, SHOP_URL }).shopEnv, 'production');
  },
);

test.each(['http://localhost:3000', 'http://127.0.0.1:3105', 'http://[::1]:3000', 'http://shop.localhost'])(
  'with SHOP_URL=%s, which only this machine reaches, SHOP_ENV may be left out',
  (SHOP_URL) => {
    assert.equal(readConfig({ ...development(), SHOP_URL }).shopEnv, 'development');
  },
);

test('a development shop that other machines can reach warns at the start', () => {
  const notes = (env: Record<string, string>) => readConfig({ ...development(), ...env }).notes.join();
  for (const HOST of ['0.0.0.0', '::', '192.0.2.7', 'shop.example.org']) {
    assert.match(notes({ HOST }), /WARNING: .*demo login.*without paying/);
    assert.equal(notes({ HOST, ROLE: 'worker' }), '');
    assert.deepEqual(readConfig({ ...production, HOST, DATA_DIR: path.join(folder, 'never') }).notes, []);
  }
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) assert.equal(notes({ HOST }), '');
});

describe('production', () => {
  test('a complete environment is accepted, and nothing is written', () => {
    const config = readConfig({ ...production, DATA_DIR: path.join(folder, 'never') });
    assert.equal(config.shopUrl, 'https://tickets.example.org');
    assert.equal(config.shopUrlIsDefault, false);
    assert.equal(config.shopFolder, undefined);
    assert.equal(fs.existsSync(path.join(folder, 'never')), false);
  });

  test('mails must be sent encrypted, unlike in development', () => {
    const SMTP_URL = 'smtp://mail.example.org:587';
    assert.equal(readConfig({ ...production, SMTP_URL }).smtpUrl, `${SMTP_URL}?requireTLS=true`);
    assert.match(readConfig({ ...production, SMTP_URL: `${SMTP_URL}?requireTLS=false` }).notes.join(), /unencrypted/);
    assert.equal(readConfig({ ...development(), SMTP_URL }).smtpUrl, SMTP_URL);
  });

  for (const name of ['SHOP_URL', 'SMTP_URL', 'SECRET_KEY', 'PAYMENT_GATEWAYS']) {
    test(`${name} is required, and an empty one counts as absent`, () => {
      assert.throws(
        () => readConfig({ ...production, [name]: undefined }),
        new RegExp(`^StartProblem: ${name} is required`),
      );
      assert.throws(() => readConfig({ ...production, [name]: ' ' }), new RegExp(`^StartProblem: ${name} is required`));
    });
  }

  test('the time machine is refused', () => {
    assert.throws(() => readConfig({ ...production, TIME_MACHINE: '1' }), /TIME_MACHINE must not be set in production/);
    assert.equal(readConfig({ ...production, TIME_MACHINE: '0' }).timeMachine, false);
  });
});

test('the address of the shop has no path, and loses its trailing slash', () => {
  assert.equal(
    readConfig({ ...production, SHOP_URL: 'https://tickets.example.org:8443/' }).shopUrl,
    'https://tickets.example.org:8443',
  );
  for (const wrong of [
    'https://example.org/shop',
    'https://example.org?a=b',
    'ftp://example.org',
    'https://me@example.org',
  ]) {
    assert.throws(() => readConfig({ ...production, SHOP_URL: wrong }), /SHOP_URL/, wrong);
  }
});

test('the key is 64 hexadecimal digits, or 32 characters or more that do not repeat one', () => {
  assert.equal(readConfig({ ...production, SECRET_KEY: KEY }).secretKey.toString('hex'), KEY);
  assert.equal(
    readConfig({ ...production, SECRET_KEY: 'correct horse battery staple, said twice' }).secretKey.length,
    32,
  );
  assert.throws(
    () => readConfig({ ...production, SECRET_KEY: 'correct horse battery staple' }),
    /at least 32 characters/,
  );
  assert.throws(() => readConfig({ ...production, SECRET_KEY: 'x'.repeat(64) }), /repeats/);
});

test('older keys must be as strong as the current one, and no message repeats a key', () => {
  const SECRET_KEYS_OLDER = `${'fedcba9876543210'.repeat(4)}, correct horse battery staple said twice`;
  const { olderSecretKeys } = readConfig({ ...production, SECRET_KEYS_OLDER });
  assert.deepEqual(
    olderSecretKeys.map((key) => key.length),
    [32, 32],
  );
  assert.equal(olderSecretKeys[0]!.toString('hex'), 'fedcba9876543210'.repeat(4));
  assert.throws(
    () => readConfig({ ...production, SECRET_KEYS_OLDER: `${KEY},too-short-a-key` }),
    (error: Error) =>
      /SECRET_KEYS_OLDER has a key, number 2/.test(error.message) && !error.message.includes('too-short'),
  );
});

test('outside production a missing key is created, readable only by its owner, and used again', () => {
  const env = { DATA_DIR: path.join(folder, 'kept') };
  const first = readConfig(env).secretKey;
  assert.deepEqual(readConfig(env).secretKey, first);
  assert.equal(fs.statSync(path.join(folder, 'kept', 'secret-key')).mode & 0o777, 0o600);
  assert.notDeepEqual(readConfig({ DATA_DIR: path.join(folder, 'other') }).secretKey, first);
});

test('a damaged key file is named and never replaced', () => {
  const dataDir = path.join(folder, 'damaged');
  readConfig({ DATA_DIR: dataDir });
  fs.writeFileSync(path.join(dataDir, 'secret-key'), 'oops');
  assert.throws(() => readConfig({ DATA_DIR: dataDir }), /secret-key does not contain a key/);
  assert.equal(fs.readFileSync(path.join(dataDir, 'secret-key'), 'utf8'), 'oops');
});

test('the limits of a busy shop are whole numbers', () => {
  const set = { MAX_NEW_REQUESTS: '50', BUSY_AFTER_MS: '200', MAX_CONNECTIONS: '20000' };
  const { overload } = readConfig({ ...development(), ...set });
  assert.deepEqual(overload, { maxNew: 50, busyAfterMs: 200, maxConnections: 20_000 });
  for (const name of Object.keys(set)) {
    for (const value of ['0', '-1', '1.5', 'many', '1e3']) {
      assert.throws(
        () => readConfig({ ...development(), [name]: value }),
        new RegExp(`${name} is "${value}" and must be`),
      );
    }
  }
});

test('the operator’s webhook needs a secret, and https outside development', () => {
  const url = 'https://hooks.example.org/T0/key';
  const set = { OPERATOR_WEBHOOK_URL: url, OPERATOR_WEBHOOK_SECRET: KEY };
  assert.deepEqual(readConfig({ ...production, ...set }).operatorWebhook, { url, secret: KEY });
  const plain = { ...set, OPERATOR_WEBHOOK_URL: 'http://localhost:9/hook' };
  assert.equal(readConfig({ ...development(), ...plain }).operatorWebhook?.url, plain.OPERATOR_WEBHOOK_URL);
  for (const env of [production, { ...development(), SHOP_ENV: 'test' }]) {
    assert.throws(() => readConfig({ ...env, ...plain }), /OPERATOR_WEBHOOK_URL must be a URL that starts with https:/);
  }
  const { OPERATOR_WEBHOOK_SECRET: _, ...withoutSecret } = set;
  assert.throws(() => readConfig({ ...production, ...withoutSecret }), /OPERATOR_WEBHOOK_SECRET is required/);
  assert.throws(
    () => readConfig({ ...production, ...set, OPERATOR_WEBHOOK_SECRET: 'short' }),
    /OPERATOR_WEBHOOK_SECRET must have at least 32/,
  );
});

test('trusted proxies are IPv4 and IPv6 addresses and networks', () => {
  const { trustedProxies } = readConfig({ ...production, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8 ,' });
  assert.deepEqual(trustedProxies, ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
});

test('limits are changed by name, and the others keep their defaults', () => {
  const { limits } = readConfig({
    ...production,
    LIMITS: 'login-account=50/30, cart-add = 7 / 1440, unpaid-orders= 3,',
  });
  assert.deepEqual(limits, {
    ...defaultLimits,
    'login-account': { name: 'login-account', attempts: 50, windowSeconds: 1_800 },
    'cart-add': { name: 'cart-add', attempts: 7, windowSeconds: 86_400 },
    'unpaid-orders': 3,
  });
});

test('the refusal of a limit that is too large names the largest', () => {
  for (const attempts of ['10000000', '999999999999']) {
    assert.throws(
      () => readConfig({ ...production, LIMITS: `cart-add-network=${attempts}/1` }),
      new RegExp(`LIMITS has "cart-add-network=${attempts}/1", which is more than 9999999`),
    );
  }
  assert.throws(
    () => readConfig({ ...production, LIMITS: 'cart-add-network=5/99999' }),
    /LIMITS has "cart-add-network=5\/99999": at least 1 attempt, in 1 to 1440 minutes/,
  );
});

test('a challenge is off unless it is chosen, and one that could not work stops the start', () => {
  const challengeOf = (env: Record<string, string>) => readConfig({ ...production, ...env }).challenge;
  assert.equal(challengeOf({}), null);
  assert.deepEqual(challengeOf({ CHALLENGE: 'proof-of-work' }), { kind: 'proof-of-work', bits: 18 });
  const page = { CHALLENGE: 'page', CHALLENGE_PAGE_URL: 'https://captcha.example.org/', CHALLENGE_PAGE_SECRET: KEY };
  assert.deepEqual(challengeOf(page), { kind: 'page', url: page.CHALLENGE_PAGE_URL, secret: KEY });
  const refused: [Record<string, string>, RegExp][] = [
    [{ CHALLENGE: 'captcha' }, /CHALLENGE is "captcha" and must be one of/],
    [{ CHALLENGE: 'proof-of-work', CHALLENGE_BITS: '60' }, /CHALLENGE_BITS is 60 and must be at most 24/],
    [{ CHALLENGE: 'page' }, /CHALLENGE_PAGE_URL is required.*\nCHALLENGE_PAGE_SECRET is required/],
    [{ ...page, CHALLENGE_PAGE_SECRET: 'short' }, /CHALLENGE_PAGE_SECRET/],
    [{ ...page, CHALLENGE_PAGE_URL: 'http://captcha.example.org/' }, /CHALLENGE_PAGE_URL/],
  ];
  for (const [env, message] of refused) assert.throws(() => challengeOf(env), message);
});

test.runIf(process.getuid?.() === 0)(
  'as root, a set data folder that the database account cannot reach is refused by name',
  () => {
    const closed = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-closed-'));
    try {
      const dataDir = path.join(closed, 'inside', 'data');
      fs.mkdirSync(path.dirname(dataDir));
      assert.throws(
        () => readConfig({ DATA_DIR: dataDir }),
        new RegExp(`DATA_DIR: ${dataDir} cannot be reached by the account`),
      );
      assert.equal(fs.existsSync(dataDir), false);
    } finally {
      fs.rmSync(closed, { recursive: true });
    }
  },
);
