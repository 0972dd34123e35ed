import { expect, test } from 'vitest';
import { shownGatewayNote } from './shown-gateway.ts';

test('there is no warning if the shop folder and the environment name the same provider', () => {
  expect(shownGatewayNote('sandbox', 'sandbox')).toBeNull();
});

test('the warning names both providers and where each is set', () => {
  expect(shownGatewayNote('monri', 'sandbox')).toBe(
    'payments go to sandbox (PAYMENT_GATEWAYS), but the footer shows monri (payment.gateway in shop.yaml)',
  );
});
