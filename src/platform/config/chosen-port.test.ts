import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'vitest';
import { withChosenPort } from './chosen-port.ts';
import { type Config, readConfig } from './config.ts';

const configOf = (env: Record<string, string>): Config =>
  readConfig({
    DATABASE_URL: 'postgresql://foyer@db.example.org/foyer',
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    ...env,
  });

test('with PORT=0 a free port is chosen, and links in mails use it', async () => {
  const { port, shopUrl } = await withChosenPort(configOf({ PORT: '0' }));
  assert.ok(port > 1023);
  assert.equal(shopUrl, `http://localhost:${port}`);
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
});

test('a configured address or port is not changed', async () => {
  const address = 'https://tickets.example.org';
  const chosen = await withChosenPort(configOf({ PORT: '0', SHOP_ENV: 'development', SHOP_URL: address }));
  assert.equal(chosen.shopUrl, address);
  assert.notEqual(chosen.port, 0);
  const given = configOf({ PORT: '4711' });
  assert.equal(await withChosenPort(given), given);
});

test('several processes need the shop’s address, because no process knows the port another chooses', () => {
  for (const ROLE of ['web', 'worker']) {
    assert.throws(() => configOf({ PORT: '0', ROLE }), /SHOP_URL is required with PORT=0/);
    assert.equal(
      configOf({ PORT: '0', SHOP_ENV: 'development', ROLE, SHOP_URL: 'https://tickets.example.org' }).port,
      0,
    );
  }
});
