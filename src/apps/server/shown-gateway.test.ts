import { expect, test } from 'vitest';
import { shownGatewayNote } from './shown-gateway.ts';

test('given the same provider in the shop folder and the environment, then there is no warning', () => {
  expect(shownGatewayNote('sandbox', 'sandbox')).toBeNull();
});

test('given two providers, then the warning names both and where each is set', () => {
  expect(shownGatewayNote('monri', 'sandbox')).toBe(
    'payments go to sandbox (PAYMENT_GATEWAYS), but the footer shows monri (payment.gateway in shop.yaml)',
  );
});
