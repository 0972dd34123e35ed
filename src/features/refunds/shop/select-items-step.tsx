import { useBundle } from '#browser/session-store.ts';
import type { Form } from '#browser/use-form.ts';
import { useSpokenChanges } from '#browser/use-spoken-changes.ts';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDateTime } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Code } from '#ui/code.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { WizardButtons, WizardForm } from '#ui/wizard-page.tsx';
import {
  type RefundableItem,
  type RefundableOrder,
  type RefundSums,
  type WhyNot,
  whyNotRefundable,
} from '../domain/refundable-items.ts';
import { calculationOf, RefundItemLabel, ticketOf } from './refund-item.tsx';
import type { ItemValues } from './refund-values.ts';
import styles from './refund-wizard.module.css';

interface SelectItemsStepProps {
  order: Order;
  refundable: RefundableOrder;
  form: Form<ItemValues>;
  chosen: readonly RefundableItem[];
  sums: RefundSums;
  onContinue: () => void;
}

const kinds = { tickets: markedText('Tickets'), merchandise: markedText('Merchandise') } as const;
const noMixing = {
  tickets: markedText('Tickets and merchandise cannot be refunded together. Untick the merchandise to choose tickets.'),
  merchandise: markedText(
    'Tickets and merchandise cannot be refunded together. Untick the tickets to choose merchandise.',
  ),
} as const;

/** The running total is announced once the customer pauses for this long, in milliseconds. */
const SELECTION_PAUSE_MS = 500;

/** Items that cannot be refunded are listed below with the reason. */
export function SelectItemsStep({ order, refundable, form, chosen, sums, onContinue }: SelectItemsStepProps) {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const { config } = useBundle();
  const now = new Date();
  const possible = refundable.items.filter((item) => whyNotRefundable(item, now) === null);
  const chosenKind = chosen[0]?.kind ?? null;
  useSpokenChanges(text('Your refund: {total}', { total: formatMoney(sums.total, config) }), SELECTION_PAUSE_MS);
  return (
    <WizardForm onSubmit={form.onContinue(onContinue)}>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <p className={styles.lead}>
        {textNodes(
          'Choose the items from order {code} that you want refunded. They stop being valid as soon as you send the request.',
          { code: <Code>{order.code}</Code> },
        )}
      </p>
      {(['tickets', 'merchandise'] as const).map((kind) => {
        const ofKind = possible.filter((item) => item.kind === kind);
        const isOff = chosenKind !== null && chosenKind !== kind;
        return (
          ofKind.length > 0 && (
            <Card key={kind}>
              <fieldset className={styles.group}>
                <legend>{translate(kinds[kind])}</legend>
                {isOff && <p className={styles.mixing}>{translate(noMixing[kind])}</p>}
                {ofKind.map((item) => (
                  <Checkbox
                    key={item.code}
                    label={<RefundItemLabel item={item} order={order} />}
                    hint={calculationOf(language, item, order, config)}
                    aside={<Money amount={item.refundTotal} />}
                    disabled={isOff}
                    {...form.checkbox(`item.${item.code}`)}
                  />
                ))}
              </fieldset>
            </Card>
          )
        );
      })}
      <NotPossible items={refundable.items} order={order} now={now} />
      <div className={styles.sums}>
        {sums.shippingRefund > 0 && (
          <p>
            <span>{text('Shipping (nothing else was shipped)')}</span> <Money amount={sums.shippingRefund} />
          </p>
        )}
        <p className={styles.total}>
          <span>{text('Your refund')}</span> <Money amount={sums.total} />
        </p>
      </div>
      <WizardButtons>
        <Button type="submit">{text('Continue')}</Button>
        <ButtonLink kind="text" to={paths.order(order.code)}>
          {text('Back to the order')}
        </ButtonLink>
      </WizardButtons>
    </WizardForm>
  );
}

interface NotPossibleProps {
  items: readonly RefundableItem[];
  order: Order;
  now: Date;
}

/** Text rather than disabled checkboxes, which would explain nothing. */
function NotPossible({ items, order, now }: NotPossibleProps) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const withReason = items.flatMap((item) => {
    const why = whyNotRefundable(item, now);
    return why ? [{ item, why }] : [];
  });
  if (withReason.length === 0) return null;
  return (
    <section className={styles.notPossible} aria-labelledby="not-possible">
      <h2 id="not-possible">{text('Not refundable at the moment')}</h2>
      <ul>
        {withReason.map(({ item, why }) => {
          const name = ticketOf(item, order)?.full_name;
          return (
            <li key={item.code}>
              <strong>{item.name}</strong>
              {name ? `, ${name}` : ''}: {reasonText(language, why, (instant) => formatDateTime(instant, config))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function reasonText({ text }: Language, why: WhyNot, moment: (instant: string) => string): string {
  switch (why.kind) {
    case 'in_refund':
      return text('a refund has already been requested.');
    case 'refunded':
      return text('this has already been refunded.');
    case 'not_refundable':
      return text('this item is sold without refunds.');
    case 'reassigned':
      return text('it was transferred to someone else.');
    case 'not_yet':
      return text('refunds can be requested from {moment}.', { moment: moment(why.at) });
    case 'too_late':
      return text('the deadline for refund requests was {moment}.', { moment: moment(why.at) });
    case 'not_now':
      return text('this is not possible at the moment.');
  }
}
