import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { SANDBOX_PATH } from './sandbox-gateway.ts';
import { addSandboxPages, withWholeCodes } from './sandbox-page.ts';

test('the policy of the sandbox’s pages allows their own style and the site’s icon, and no script', async () => {
  const app = Fastify();
  addSandboxPages(app, {
    db: {} as Db,
    clock: { now: () => new Date(0) } as Clock,
    key: Buffer.from('key'),
    currency: async () => ({ locale: 'en', currencyDigits: 2 }),
  });
  const refused = await app.inject({ method: 'POST', url: `${SANDBOX_PATH}/pay/1`, payload: {} });
  expect(refused.statusCode).toBe(400);
  expect(refused.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'/,
  );
  await app.close();
});

test('a code is kept on one line, and the rest of the text is escaped', () => {
  expect(withWholeCodes('Tea & order SLK-2H9C4T-1')).toBe('Tea &#38; order <span class="code">SLK-2H9C4T-1</span>');
});
