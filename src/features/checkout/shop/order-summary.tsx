import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { Cart } from '#features/cart/contract.ts';
import { ProductImage, WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import { PlanLater } from '#features/payment-plans/shop/public.tsx';
import { shippingLabel } from '#features/pricing/words/shipping-label.ts';
import { sum } from '#kernel/money.ts';
import { formatPercent } from '#kernel/percent.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChevronIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { checkoutTexts, disabledTexts, SELECT_COUNTRY_FOR_SHIPPING } from '../words/checkout-problems.ts';
import styles from './order-summary.module.css';
import type { Checkout } from './use-checkout.ts';

export interface OrderSummaryProps {
  cart: Cart;
  checkout: Checkout;
  /** The voucher box, which stays visible on phones while the rest is collapsed. */
  children: ReactNode;
  className?: string;
}

/** Items and total: next to the form on wide screens, collapsed above it on phones. */
export function OrderSummary({ cart, checkout, children, className }: OrderSummaryProps) {
  const { countText, text } = useLanguage();
  const count = cart.products.length + cart.merchandise.length;
  const contents = (
    <>
      <Lines cart={cart} />
      <Figures cart={cart} checkout={checkout} />
    </>
  );
  return (
    <Card as="aside" className={classNames(styles.summary, className)} labelledBy="order-summary">
      <details className={styles.folded}>
        <summary>
          <span className={styles.count}>
            {countText(count, { one: 'Your order, {count} item', other: 'Your order, {count} items' })}
            <ChevronIcon size={18} className={styles.chevron} />
          </span>
          {checkout.plan ? (
            <PlanSummary plan={checkout.plan} cart={cart} checkout={checkout} />
          ) : (
            <Money amount={checkout.totals.totalPrice} className={styles.foldedTotal} />
          )}
        </summary>
        <div className={styles.contents}>{contents}</div>
      </details>
      <div className={styles.open}>
        <h2 id="order-summary">{text('Your order')}</h2>
        <div className={styles.contents}>{contents}</div>
      </div>
      <div inert={checkout.form.pending}>{children}</div>
    </Card>
  );
}

/** The collapsed summary of a plan: the amount due today, and below it the later payments with their dates. */
function PlanSummary({ plan, cart, checkout }: { plan: readonly PlanStep[]; cart: Cart; checkout: Checkout }) {
  const { text } = useLanguage();
  const isByTransfer = checkout.method === 'bank_transfer';
  return (
    <>
      <span className={styles.foldedDue}>
        {isByTransfer ? text('First payment') : text('Due today')}{' '}
        <Money amount={plan[0]?.amount ?? 0} className={styles.foldedTotal} />
      </span>
      <PlanLater plan={plan} now={new Date(cart.now)} className={styles.foldedLater} />
    </>
  );
}

function Lines({ cart }: { cart: Cart }) {
  const { text } = useLanguage();
  return (
    <ul className={styles.lines}>
      {cart.products.map((line) => (
        <li key={`ticket ${line.id}`}>
          <ProductImage url={line.shop_image} size="thumbnail" seed={line.external_code} />
          <span className={styles.words}>
            <strong>{line.product}</strong>
            <WhenAndWhere item={line} />
            <span>{line.full_name}</span>
          </span>
          <Money amount={line.price + line.fee} className={styles.amount} />
        </li>
      ))}
      {cart.merchandise.map((line) => (
        <li key={`merchandise ${line.id}`}>
          <ProductImage url={line.shop_image} size="thumbnail" seed={line.external_code} />
          <span className={styles.words}>
            <strong>{line.merchandise}</strong>
            <span>{text('Shipped to you')}</span>
          </span>
          <Money amount={line.price + line.fee} className={styles.amount} />
        </li>
      ))}
    </ul>
  );
}

/** The number of figures above a cart's total: items, a tax rate for each of the two kinds, and shipping. */
const figureRows = ({ products, merchandise }: Cart): number =>
  1 + (products.length > 0 ? 1 : 0) + (merchandise.length > 0 ? 2 : 0);

/** Reserves room for the figures, so that the voucher box below does not move when they are loaded. */
function FigureSkeletons({ rows }: { rows: number }) {
  const { text } = useLanguage();
  const blank = '\u00a0';
  return (
    <div className={styles.toCome}>
      <p className={styles.waiting}>{text('Calculating taxes and shipping…')}</p>
      <dl className={styles.figures}>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank rows are all the same.
          <div key={row}>
            <dt>{blank}</dt>
            <dd>{blank}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{blank}</dt>
          <dd>{blank}</dd>
        </div>
      </dl>
    </div>
  );
}

function Figures({ cart, checkout }: { cart: Cart; checkout: Checkout }) {
  const { text, translate } = useLanguage();
  const { figures, totals, voucher, hasMerchandise, plan, method } = checkout;
  const { locale } = useBundle().config;
  const { invoice, loading, failed, retry } = figures;
  if (!invoice) {
    if (!failed) return <FigureSkeletons rows={figureRows(cart) + (voucher ? 1 : 0) + (plan ? 2 : 0)} />;
    return (
      <Notice
        tone="warn"
        small
        role="status"
        action={
          <Button kind="text" small onClick={retry}>
            {text('Try again')}
          </Button>
        }
      >
        {translate(disabledTexts.figures_failed)}
      </Notice>
    );
  }
  return (
    <dl className={styles.figures} aria-busy={loading}>
      <Figure label={text('Items before tax')} amount={sum(Object.values(invoice.items_total_without_tax))} />
      {Object.entries(invoice.tax).map(([rate, amount]) => (
        <Figure
          key={rate}
          label={text('VAT {rate}', { rate: formatPercent(Math.round(Number(rate) * 100), locale) })}
          amount={amount}
        />
      ))}
      {hasMerchandise && <Shipping figures={figures} />}
      {voucher && <Figure label={voucher.name} amount={-totals.discountAmount} />}
      {plan ? (
        <>
          <Figure label={text('Total')} amount={totals.totalPrice} />
          <div className={styles.total}>
            <dt>{method === 'bank_transfer' ? text('First payment') : text('Due today')}</dt>
            <dd>
              <Money amount={plan[0]?.amount ?? 0} />
            </dd>
          </div>
          <div className={styles.unknown}>
            <dt className="visually-hidden">{text('Payment plan')}</dt>
            <dd>
              <PlanLater plan={plan} now={new Date(cart.now)} />
            </dd>
          </div>
        </>
      ) : (
        <div className={styles.total}>
          <dt>{text('Total')}</dt>
          <dd>
            <Money amount={totals.totalPrice} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function Figure({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

/** The shipping costs, or why they are unknown. */
function Shipping({ figures: { invoice, country } }: Pick<Checkout, 'figures'>) {
  const { translate } = useLanguage();
  const { config } = useBundle();
  const label = translate(shippingLabel(country, config));
  if (invoice?.shipping) return <Figure label={label} amount={invoice.shipping.price} />;
  return (
    <div className={styles.unknown}>
      <dt>{label}</dt>
      <dd>{translate(country ? checkoutTexts.cannot_ship : SELECT_COUNTRY_FOR_SHIPPING)}</dd>
    </div>
  );
}
