import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSession } from '#browser/session-store.ts';
import { ProductImage, StubRow, WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { contentsTitle } from '#features/orders/words/order-title.ts';
import type { RefundSummary } from '#features/portal/contract.ts';
import { needsOfAll } from '#features/portal/domain/order-needs.ts';
import type { OrderSummary } from '#features/portal/domain/order-summary.ts';
import { summaryTitle } from '#features/portal/words/summary-title.ts';
import { refundStatus } from '#features/refunds/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { GrowingList } from './growing-list.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OrderChips } from './order-chips.tsx';
import styles from './portal-page.module.css';
import { useOlder } from './use-older.ts';

/** Lists the customer's newest orders with one link for each, and older ones on demand. Refunds, if any, are below. */
export function PortalPage() {
  const { text } = useLanguage();
  const { config, newest } = useBundle();
  const { older } = useSession();
  const orders = [...newest.orders, ...(older?.orders ?? [])];
  const refunds = [...newest.refunds, ...(older?.refunds ?? [])];
  const needs = needsOfAll([...newest.orders, ...newest.waiting_orders]);
  const waiting = [...newest.refunds, ...newest.waiting_refunds].filter((refund) => refund.account_needed > 0);
  const olderOrders = useOlder('orders');
  usePageTitle(text('Portal'), config.name);
  return (
    <div className="page">
      <h1 className={styles.title} tabIndex={-1}>
        {text('My orders')}
      </h1>
      <NeedsYou needs={needs} refunds={waiting} />
      {orders.length === 0 ? (
        <EmptyState action={<ButtonLink to={paths.tickets()}>{text('Browse tickets')}</ButtonLink>}>
          {text('No orders yet')}
        </EmptyState>
      ) : (
        <section aria-labelledby="all-orders">
          {/* This heading is only visible if there is another one above it. */}
          <h2 id="all-orders" className={needs.length + waiting.length > 0 ? styles.heading : 'visually-hidden'}>
            {text('All orders')}
          </h2>
          <GrowingList older={olderOrders} label={text('Show more orders')}>
            {orders.map((order) => (
              <OrderRow key={order.code} order={order} />
            ))}
          </GrowingList>
        </section>
      )}
      {config.refundsActive && refunds.length > 0 && <Refunds refunds={refunds} />}
    </div>
  );
}

function OrderRow({ order }: { order: OrderSummary }) {
  const language = useLanguage();
  const { countText, text } = language;
  const { config } = useBundle();
  const { first, item_count: count } = order;
  return (
    <StubRow
      className={styles.row}
      picture={<ProductImage url={first?.shop_image ?? null} size="card" seed={first?.external_code ?? order.code} />}
      actions={
        <>
          {!order.reassigned_to_me && (
            <p className={styles.total}>
              <Money amount={order.total_price} />
            </p>
          )}
          {order.has_ticket_to_show && (
            <ButtonLink
              small
              kind="secondary"
              className={styles.show}
              to={paths.showTickets(order.code)}
              aria-label={text('Show tickets: {product}', { product: first?.name ?? order.code })}
            >
              {text('Show tickets')}
            </ButtonLink>
          )}
        </>
      }
    >
      <h3 className={styles.name}>
        <Link to={paths.order(order.code)} className={styles.link}>
          {summaryTitle(language, order)}
          <span className="visually-hidden"> {order.code}</span>
        </Link>
        <OrderChips order={order} />
      </h3>
      {first && <WhenAndWhere item={first} className={styles.note} />}
      <p className={styles.note}>
        <FactLine
          facts={[
            <Code key="code">{order.code}</Code>,
            formatDate(order.created_at, config),
            countText(count, { one: '{count} item', other: '{count} items' }),
            order.reassigned_to_me && text('Transferred to you'),
          ]}
        />
      </p>
    </StubRow>
  );
}

function Refunds({ refunds }: { refunds: readonly RefundSummary[] }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  const olderRefunds = useOlder('refunds');
  return (
    <section aria-labelledby="my-refunds">
      <h2 id="my-refunds" className={styles.heading}>
        {text('My refunds')}
      </h2>
      <GrowingList older={olderRefunds} label={text('Show more refunds')}>
        {refunds.map((refund) => {
          const status = refundStatus(language, refund.status, config.refundStatuses);
          const code = textNodes('Refund {id}', { id: <Code key="code">{refund.id}</Code> });
          return (
            <li key={refund.id} className={styles.refund}>
              <div>
                <h3 className={styles.name}>
                  <Link to={paths.refund(refund.id)} className={styles.refundLink}>
                    {refund.name === null
                      ? code
                      : contentsTitle(language, { name: refund.name, more: refund.item_count - 1 })}
                    {refund.name !== null && <span className="visually-hidden"> {code}</span>}
                  </Link>{' '}
                  <StatusChip tone={status.tone}>{status.label}</StatusChip>
                </h3>
                <p className={styles.note}>
                  <FactLine
                    facts={[
                      refund.name !== null && <span key="code">{code}</span>,
                      text('Requested {created_at}', { created_at: formatDate(refund.created_at, config) }),
                    ]}
                  />
                </p>
              </div>
              <p className={styles.total}>
                <Money amount={refund.payable_total} />
              </p>
            </li>
          );
        })}
      </GrowingList>
    </section>
  );
}
