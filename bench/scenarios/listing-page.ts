import { type Bench, measure, withShop } from '../bench.ts';
import { runBareFastify } from '../run-load.ts';

const PATH = '/tickets';

/** Measures the listing of all tickets for an anonymous visitor, compressed as browsers request it and plain. */
export const listingPage = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop) => {
    for (const encoding of ['br', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const answer = await fetchRaw(`${shop.origin}${PATH}`, headers);
      for (const clients of [1, 64]) {
        const visit = { kind: 'request', method: 'GET', path: PATH, headers } as const;
        await measure(bench, shop, {
          work: `listing page, ${answer.body.length} bytes (${encoding})`,
          visit,
          clients,
          limits: [
            {
              what: 'bare Fastify',
              measure: async () => (await runBareFastify(answer, { ...bench.sizes, visit, clients })).perSecond,
            },
          ],
        });
      }
    }
  });

/** Returns an answer's bytes as they go over the wire. */
export async function fetchRaw(url: string, headers: Record<string, string>, body?: string) {
  const { Connection } = await import('../load/connection.ts');
  const { origin, pathname } = new URL(url);
  const connection = new Connection(origin);
  try {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await connection.send(Connection.request(method, pathname, headers, body));
    if (answer.status !== 200) throw new Error(`${pathname} answered ${answer.status}`);
    return {
      body: Buffer.from(answer.body),
      contentType: answer.header('content-type') ?? '',
      contentEncoding: answer.header('content-encoding') ?? '',
    };
  } finally {
    connection.close();
  }
}
