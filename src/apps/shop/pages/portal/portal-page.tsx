import { useShopNow } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { ProductImage, StubRow, WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { contentsOf, itemCount } from '#features/orders/domain/order-contents.ts';
import { contentsTitle, orderTitle } from '#features/orders/words/order-title.ts';
import { needsOfAll } from '#features/portal/domain/order-needs.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { payableTotal } from '#features/refunds/domain/refund-status.ts';
import { refundStatus } from '#features/refunds/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OrderChips } from './order-chips.tsx';
import styles from './portal-page.module.css';

/** The customer's orders, newest first, each row one link. Refunds are listed below, if there are any. */
export function PortalPage() {
  const { text } = useLanguage();
  const { config, orders, refunds } = useBundle();
  const needs = needsOfAll(orders, config, useShopNow());
  const waiting = refunds.filter((refund) => refund.account_needed > 0);
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
          {/* Only a heading above it makes this one necessary to see. */}
          <h2 id="all-orders" className={needs.length + waiting.length > 0 ? styles.heading : 'visually-hidden'}>
            {text('All orders')}
          </h2>
          <PlainList className={styles.rows}>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </PlainList>
        </section>
      )}
      {config.refundsActive && refunds.length > 0 && <Refunds refunds={refunds} />}
    </div>
  );
}

function OrderRow({ order }: { order: Order }) {
  const language = useLanguage();
  const { countText, text } = language;
  const { config } = useBundle();
  const count = itemCount(order);
  const { first } = contentsOf(order);
  return (
    <StubRow
      className={styles.row}
      picture={<ProductImage url={first?.image ?? null} size="card" seed={first?.externalCode ?? order.code} />}
      actions={
        <>
          {!order.reassigned_to_me && (
            <p className={styles.total}>
              <Money amount={order.total_price} />
            </p>
          )}
          {order.tickets.some((ticket) => ticket.allow_download) && (
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
          {orderTitle(language, order)}
          <span className="visually-hidden"> {order.code}</span>
        </Link>
        <OrderChips order={order} />
      </h3>
      {first && <WhenAndWhere item={first.dated} className={styles.note} />}
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

function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  return (
    <section aria-labelledby="my-refunds">
      <h2 id="my-refunds" className={styles.heading}>
        {text('My refunds')}
      </h2>
      <PlainList className={styles.rows}>
        {refunds.map((refund) => {
          const status = refundStatus(language, refund.status, config.refundStatuses);
          const { first, more } = contentsOf(refund);
          const code = textNodes('Refund {id}', { id: <Code key="code">{refund.id}</Code> });
          return (
            <li key={refund.id} className={styles.refund}>
              <div>
                <h3 className={styles.name}>
                  <Link to={paths.refund(refund.id)} className={styles.refundLink}>
                    {first ? contentsTitle(language, { name: first.name, more }) : code}
                    {first && <span className="visually-hidden"> {code}</span>}
                  </Link>{' '}
                  <StatusChip tone={status.tone}>{status.label}</StatusChip>
                </h3>
                <p className={styles.note}>
                  <FactLine
                    facts={[
                      first && <span key="code">{code}</span>,
                      text('Requested {created_at}', { created_at: formatDate(refund.created_at, config) }),
                    ]}
                  />
                </p>
              </div>
              <p className={styles.total}>
                <Money amount={payableTotal(refund)} />
              </p>
            </li>
          );
        })}
      </PlainList>
    </section>
  );
}
