import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { printedNumber } from '#kernel/account-number.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Code } from '#ui/code.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { WizardButtons, WizardForm } from '#ui/wizard-page.tsx';
import { usesIban } from '../domain/bank-details.ts';
import type { RefundableItem, RefundSums } from '../domain/refundable-items.ts';
import { bankFieldNames } from '../words/bank-details.ts';
import { WholePlan } from './bank-details-step.tsx';
import { calculationOf, RefundItemLabel } from './refund-item.tsx';
import { type BankFormState, detailsOf, type Ways } from './refund-values.ts';
import styles from './refund-wizard.module.css';

interface ConfirmRefundStepProps {
  order: Order;
  form: BankFormState;
  items: readonly RefundableItem[];
  sums: RefundSums;
  ways: Ways;
  /** Returns to the bank details, at a field if given. */
  onBack: (fieldId?: string) => void;
  /** Null for a plan, which is refunded as a whole. */
  onChangeItems: (() => void) | null;
}

interface Row {
  label: string;
  value: ReactNode;
}

/** Shows the bank details in full so that the customer can check them. */
export function ConfirmRefundStep({ order, form, items, sums, ways, onBack, onChangeItems }: ConfirmRefundStepProps) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const money = (amount: number) => formatMoney(amount, config);
  return (
    <WizardForm onSubmit={form.onSubmit}>
      {order.has_payment_plan ? (
        <WholePlan order={order} sums={sums} />
      ) : (
        <ChosenItems order={order} items={items} sums={sums} onChange={onChangeItems} />
      )}
      <Card className={styles.card}>
        <div className={styles.head}>
          <h2>{text('Refund to')}</h2>
          <Button
            kind="text"
            small
            aria-label={text('Change where the refund goes')}
            onClick={() => onBack(form.field(ways.toCard > 0 ? 'way' : 'bank_country').id)}
          >
            {text('Change')}
          </Button>
        </div>
        <dl className={styles.answers}>
          {rowsOf(language, form, config, { ...ways, money }).map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Notice tone="warn">
        {text(
          'Once you send the request, these items can no longer be used, changed or downloaded. You can cancel the request until we start processing it.',
        )}
      </Notice>
      <WizardButtons>
        <Button type="submit" busy={form.pending}>
          {text('Send refund request')}
        </Button>
        <Button kind="text" onClick={() => onBack()}>
          {text('Back')}
        </Button>
      </WizardButtons>
    </WizardForm>
  );
}

interface ChosenItemsProps {
  order: Order;
  items: readonly RefundableItem[];
  sums: RefundSums;
  onChange: (() => void) | null;
}

function ChosenItems({ order, items, sums, onChange }: ChosenItemsProps) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{text('Items to refund')}</h2>
        {onChange && (
          <Button kind="text" small aria-label={text('Change the items to refund')} onClick={onChange}>
            {text('Change')}
          </Button>
        )}
      </div>
      <div className={styles.sums}>
        {items.map((item) => (
          <p key={item.code}>
            <span>
              <RefundItemLabel item={item} order={order} />
              <span className={styles.facts}>{calculationOf(language, item, order, config)}</span>
            </span>
            <Money amount={item.refundTotal} />
          </p>
        ))}
        {sums.shippingRefund > 0 && (
          <p>
            <span>{text('Shipping')}</span> <Money amount={sums.shippingRefund} />
          </p>
        )}
        <p className={styles.total}>
          <span>{text('Your refund')}</span> <Money amount={sums.total} />
        </p>
      </div>
    </Card>
  );
}

function rowsOf(
  { text, translate }: Language,
  form: BankFormState,
  config: ReturnType<typeof useBundle>['config'],
  { toCard, byBank, money }: Ways & { money: (amount: number) => string },
): Row[] {
  const details = detailsOf(form.values, config);
  const country = config.countries.find(({ code }) => code === details.country)?.name ?? details.country;
  const at = (name: keyof typeof bankFieldNames, value: ReactNode): Row => ({
    label: translate(bankFieldNames[name]),
    value,
  });
  const address = config.addressLines.flatMap(({ key }) => details.ownerAddress[key] || []);
  const note = form.values.note.trim() ? [at('note', form.values.note.trim())] : [];
  const card =
    toCard > 0
      ? [
          {
            label: text('Card'),
            value: text('{amount} to the card you paid with', { amount: money(toCard) }),
          },
        ]
      : [];
  if (byBank === 0) return [...card, ...note];
  return [
    ...card,
    ...(toCard > 0 ? [{ label: text('Bank account'), value: money(byBank) }] : []),
    at('bank_country', country),
    usesIban(details.country, config)
      ? at('bank_iban', <Code>{printedNumber(details.iban)}</Code>)
      : at('bank_account', <Code>{details.account}</Code>),
    at('bank_bic', <Code>{details.bic}</Code>),
    at('bank_name', details.bankName),
    ...(details.bankCity ? [at('bank_city', details.bankCity)] : []),
    at('bank_owner_full_name', details.ownerFullName),
    ...(address.length > 0
      ? [
          {
            label: text('Address'),
            value: address.join(', '),
          },
        ]
      : []),
    ...note,
  ];
}
