import { derivedKey } from '#apps/server/derived-key.ts';
import { givenMollieUnderTest } from './mollie-provider.ts';
import { givenMonriUnderTest } from './monri-provider.ts';
import { sandboxUnderTest } from './sandbox-provider.ts';
import { givenStripeUnderTest } from './stripe-provider.ts';
import { describeWholeShop } from './whole-shop.ts';

describeWholeShop({
  name: 'sandbox',
  given: null,
  ofShop: ({ db, config, clock }) =>
    sandboxUnderTest(
      { db, key: derivedKey(config.secretKey, 'sandbox-gateway'), closes: true, close: async () => {} },
      () => clock.now(),
    ),
});
describeWholeShop({ name: 'stripe', given: givenStripeUnderTest });
describeWholeShop({ name: 'mollie', given: givenMollieUnderTest });
describeWholeShop({ name: 'monri', given: givenMonriUnderTest });
