import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { inEnglish } from '#ui/testing.ts';
import { PaymentMethodChoice } from './payment-method-choice.tsx';

const config = { paymentGateway: 'sandbox', paymentMethods: { credit_card: 'Credit card' } } as unknown as PublicConfig;
const field = {
  id: 'method',
  name: 'payment_method',
  value: '',
  onChange: () => {},
  error: undefined,
  'aria-invalid': undefined,
  'aria-describedby': undefined,
};

const shown = (country: string, possible: readonly PaymentMethod[]): string =>
  renderToStaticMarkup(
    inEnglish(
      <PaymentMethodChoice
        country={country}
        config={config}
        possible={possible}
        method={possible[0] ?? null}
        hasVoucher={false}
        isPlan={false}
        isTooLateForTransfer={false}
        field={field}
      />,
    ),
  );

test('if no method is possible, the form first asks for a country, and then says that there are no methods', () => {
  expect(shown('', [])).toContain('Choose your country to see how you can pay.');
  expect(shown('', [])).not.toContain('No valid payment methods found.');
  expect(shown('US', [])).toContain('No valid payment methods found.');
});

test('a method that is available in all countries is shown before a country is chosen', () => {
  expect(shown('', ['credit_card'])).toContain('Credit card');
});
