import { expect, test } from 'vitest';
import { useForm } from '#browser/use-form.ts';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { aConfig, anOrder } from '#features/orders/testing.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { BankDetailsStep } from './bank-details-step.tsx';
import { type BankValues, firstBankValues } from './refund-values.ts';

const SUMS = { total: 18_400, items: [], shippingRefund: 0 } as never;

function Step() {
  const { config, customer } = aBundle();
  const form = useForm<BankValues>({ initial: firstBankValues(customer!, config), validate: () => [] });
  return (
    <BankDetailsStep
      order={anOrder({ payment_method: 'credit_card' })}
      form={form}
      sums={SUMS}
      ways={{ toCard: 0, byBank: 18_400 }}
      cardMoney={0}
      isLoading={false}
      hasLostDetails={false}
      onBack={null}
      onContinue={() => {}}
    />
  );
}

test.each([
  ['bank', 'We pay refunds by bank transfer, so we need a bank account.'],
  ['ask', 'Your refund cannot go back to a card, so we need a bank account.'],
] satisfies [PublicConfig['refundWay'], string][])(
  'for an order paid by card, the step says why it needs an account (refund way: %s)',
  (refundWay, sentence) => {
    const bundle = aBundle({ config: { ...aConfig(), refundWay } });
    expect(wordsOf(rendered(<Step />, bundle))).toContain(sentence);
  },
);
