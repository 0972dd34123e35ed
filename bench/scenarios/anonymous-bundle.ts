import { type Bench, catalogueVersionOf, measure, withShop } from '../bench.ts';
import { runBareFastify } from '../run-load.ts';
import { fetchRaw } from './listing-page.ts';

/**
 * Measures the application's request after its first page when nobody is logged in, with and without a known catalogue.
 */
export const anonymousBundle = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop) => {
    const version = await catalogueVersionOf(shop);
    const known = { catalogue_version: version, catalogue: 'changes' };
    const forms = [
      { name: 'whole', encoding: 'identity', body: '{}' },
      { name: 'whole', encoding: 'br', body: '{}' },
      { name: 'catalogue known', encoding: 'identity', body: JSON.stringify(known) },
    ];
    for (const { name, encoding, body } of forms) {
      const headers = {
        'content-type': 'application/json',
        'accept-encoding': encoding,
        'accept-language': 'nl-NL,nl',
      };
      const answer = await fetchRaw(`${shop.origin}/api/get-data`, headers, body);
      for (const clients of [1, 64]) {
        const visit = { kind: 'request', method: 'POST', path: '/api/get-data', headers, body } as const;
        await measure(bench, shop, {
          work: `anonymous bundle, ${name}, ${answer.body.length} bytes (${encoding})`,
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
