import { useBundle } from '#browser/session-store.ts';
import { shippingLabel } from '#features/pricing/domain/shipping-label.ts';
import type { MerchandisePurchase, Ticket } from '#features/tickets/contract.ts';
import { printedCode } from '#features/tickets/domain/printed-code.ts';
import { ticketPath } from '#features/tickets/domain/ticket-path.ts';
import { TicketActions, TicketNotes } from '#features/tickets/shop/public.tsx';
import { formatTravelTime } from '#kernel/dates.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { text } from '#kernel/text.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import { ProductImage } from '#ui/product-image.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { itemStatus } from '#ui/status-tones.ts';
import { StubRow } from '#ui/stub-card.tsx';
import type { Order } from '../contract.ts';
import { waitsForLastPart } from '../domain/order-money.ts';
import { keepsStock } from '../domain/order-status.ts';
import { ItemRefund } from './item-refund.tsx';
import styles from './order-page.module.css';

/** The order's tickets and goods as stubs: issued ones with their status and document, the others as they wait for their money. */
export function OrderItems({ order }: { order: Order }) {
  const isOver = !keepsStock(order.payment_status);
  return (
    <section aria-labelledby="order-items" className={styles.section}>
      <h2 id="order-items">{text('Tickets and items')}</h2>
      <PlainList className={styles.items}>
        {order.tickets.map((ticket) => (
          <TicketRow key={ticket.code} ticket={ticket} order={order} />
        ))}
        {order.cartProducts.map((line) => (
          <WaitingRow
            key={line.id}
            name={line.product}
            image={line.shop_image}
            seed={line.external_code}
            holder={[line.full_name, line.email]}
            age={line.age}
            travel={line}
            amount={line.price + line.fee}
            isOver={isOver}
          />
        ))}
        {order.merchandisePurchases.map((purchase) => (
          <MerchandiseRow key={purchase.code} purchase={purchase} order={order} />
        ))}
        {order.cartMerchandise.map((line) => (
          <WaitingRow
            key={line.id}
            name={line.merchandise}
            image={line.shop_image}
            seed={line.external_code}
            amount={line.price + line.fee}
            isOver={isOver}
          />
        ))}
      </PlainList>
      {order.shipping_amount > 0 && <ShippingLine order={order} />}
    </section>
  );
}

function TicketRow({ ticket, order }: { ticket: Ticket; order: Order }) {
  const { config, customer } = useBundle();
  const status = itemStatus(ticket, config.ticketStatuses);
  return (
    <StubRow
      picture={<ProductImage url={ticket.shop_image} size="card" seed={ticket.external_code} />}
      actions={
        <>
          {ticket.allow_download && (
            <>
              <ButtonLink
                small
                newWindow
                href={ticketPath(ticket.email || customer?.email || '', ticket.code)}
                aria-label={text('Download {product}, {full_name} (PDF, opens in a new window)', {
                  product: ticket.product,
                  full_name: ticket.full_name,
                })}
              >
                {text('Download')}
              </ButtonLink>
              <span className={styles.actionNote} aria-hidden="true">
                {text('PDF, opens in a new window')}
              </span>
            </>
          )}
          <TicketActions ticket={ticket} order={order} />
        </>
      }
    >
      <h3 className={styles.itemName}>
        {ticket.product} <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </h3>
      <Holder holder={[ticket.full_name, ticket.email]} age={ticket.age} travel={ticket} />
      <p className={styles.itemNote}>
        <Money amount={ticket.price + ticket.fee} />
        {waitsForLastPart(ticket, order) &&
          SEPARATOR + text('Can be downloaded and managed when the last part is paid')}
      </p>
      <ItemRefund item={ticket} order={order} />
      <TicketNotes ticket={ticket} />
    </StubRow>
  );
}

function MerchandiseRow({ purchase, order }: { purchase: MerchandisePurchase; order: Order }) {
  const { config } = useBundle();
  const status = itemStatus(purchase, config.merchandiseStatuses);
  return (
    <StubRow picture={<ProductImage url={purchase.shop_image} size="card" seed={purchase.external_code} />}>
      <h3 className={styles.itemName}>
        {purchase.merchandise} <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </h3>
      <p className={styles.itemNote}>{text('Code {code}', { code: printedCode(purchase.code) })}</p>
      <p className={styles.itemNote}>
        <Money amount={purchase.price + purchase.fee} />
      </p>
      <ItemRefund item={purchase} order={order} />
    </StubRow>
  );
}

interface WaitingRowProps {
  name: string;
  image: string | null;
  seed: string;
  holder?: readonly string[];
  age?: string | null;
  travel?: { travel_time: string | null; timezone: string };
  amount: number;
  isOver: boolean;
}

function WaitingRow({ name, image, seed, holder = [], age = null, travel, amount, isOver }: WaitingRowProps) {
  return (
    <StubRow picture={<ProductImage url={image} size="card" seed={seed} />}>
      <h3 className={styles.itemName}>
        {name} {!isOver && <StatusChip tone="warn">{text('Pending payment')}</StatusChip>}
      </h3>
      <Holder holder={holder} age={age} travel={travel} />
      <p className={styles.itemNote}>
        <Money amount={amount} />
      </p>
    </StubRow>
  );
}

function Holder({
  holder,
  age,
  travel,
}: {
  holder: readonly string[];
  age: string | null;
  travel: { travel_time: string | null; timezone: string } | undefined;
}) {
  const { config } = useBundle();
  const facts = [
    ...holder.filter(Boolean),
    ...(age ? [config.ageRanges[age] ?? age] : []),
    ...(travel?.travel_time ? [formatTravelTime(travel.travel_time, travel.timezone, config, { year: true })] : []),
  ];
  return facts.length > 0 ? <p className={styles.itemNote}>{facts.join(SEPARATOR)}</p> : null;
}

function ShippingLine({ order }: { order: Order }) {
  const { config } = useBundle();
  return (
    <p className={styles.shipping}>
      <span>
        {shippingLabel(order.shipping_country, config)}
        {order.shipping_refunded && text(', in a refund')}
      </span>
      <Money amount={order.shipping_amount} />
    </p>
  );
}
