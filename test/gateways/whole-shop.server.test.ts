import { derivedKey } from '#platform/secrets/derived-key.ts';
import { rounds } from '../support/rounds.ts';
import { givenMollieUnderTest } from './mollie-provider.ts';
import { givenMonriUnderTest } from './monri-provider.ts';
import { sandboxUnderTest } from './sandbox-provider.ts';
import { givenStripeUnderTest } from './stripe-provider.ts';
import { describeWholeShop, type ProviderOfShop } from './whole-shop.ts';

const sandbox: ProviderOfShop = {
  name: 'sandbox',
  given: null,
  ofShop: ({ db, config, clock }) =>
    sandboxUnderTest(
      { db, key: derivedKey(config.secretKey, 'sandbox-gateway'), closes: true, close: async () => {} },
      () => clock.now(),
    ),
};
// `npm test` covers the sandbox elsewhere: in the walks of money and the tests of card refunds, disputes and charges.
if (rounds > 1) describeWholeShop(sandbox);
describeWholeShop({ name: 'stripe', given: givenStripeUnderTest });
describeWholeShop({ name: 'mollie', given: givenMollieUnderTest });
describeWholeShop({ name: 'monri', given: givenMonriUnderTest });
