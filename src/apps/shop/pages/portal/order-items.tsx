import { useBundle } from '#browser/session-store.ts';
import { ProductImage } from '#features/catalogue/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { itemColumns } from '#features/orders/domain/item-columns.ts';
import { waitsForLastInstalment } from '#features/orders/domain/order-money.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { type ItemRow, ItemTable } from '#features/orders/shop/public.tsx';
import { shippingLabel } from '#features/pricing/words/shipping-label.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Ticket } from '#features/tickets/contract.ts';
import { hasActions } from '#features/tickets/domain/manageable.ts';
import { printedCode } from '#features/tickets/domain/printed-code.ts';
import { ticketPath } from '#features/tickets/domain/ticket-path.ts';
import { itemStatus, OtherTickets, TicketActions, TicketNotes } from '#features/tickets/shop/public.tsx';
import type { Language } from '#kernel/language.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { ItemRefund } from './item-refund.tsx';
import styles from './order-items.module.css';

/** The order's tickets and goods: issued ones with status and document, the others as waiting for payment. */
export function OrderItems({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config, customer } = useBundle();
  return (
    <section aria-labelledby="order-items" className={styles.section}>
      <h2 id="order-items">{text('Tickets and items')}</h2>
      <OtherTickets order={order} />
      <ItemTable
        columns={itemColumns(order, {
          refundsActive: config.refundsActive,
          hasActions: order.tickets.some((ticket) => hasActions(ticket, order, customer?.email ?? '')),
        })}
        rows={useRows(order)}
        isPlan={order.has_payment_plan}
        shipping={shippingOf(language, order, config)}
      />
      {order.tickets.some((ticket) => ticket.allow_download) && (
        <p className={styles.downloadNote} aria-hidden="true">
          {text('Tickets are PDF files and open in a new window.')}
        </p>
      )}
    </section>
  );
}

function shippingOf({ text, translate }: Language, order: Order, config: PublicConfig) {
  if (order.shipping_amount === 0) return null;
  const label = translate(shippingLabel(order.shipping_country, config));
  return { label: order.shipping_refunded ? label + text(', part of a refund') : label, amount: order.shipping_amount };
}

function useRows(order: Order): ItemRow[] {
  const language = useLanguage();
  const { text } = language;
  const { config, customer } = useBundle();
  const waiting = keepsStock(order.payment_status) ? { tone: 'warn' as const, label: text('Pending payment') } : null;
  return [
    ...order.tickets.map((ticket) => ({
      key: ticket.code,
      name: ticket.product,
      picture: pictureOf(ticket),
      holder: ticket,
      dated: ticket,
      amount: ticket.price + ticket.fee,
      refund: <ItemRefund item={ticket} order={order} />,
      status: itemStatus(language, ticket, config.ticketStatuses),
      notes: <TicketRemarks ticket={ticket} order={order} />,
      actions: hasActions(ticket, order, customer?.email ?? '') && (
        <>
          {ticket.allow_download && <ShowTicket ticket={ticket} order={order} />}
          {ticket.allow_download && <DownloadTicket ticket={ticket} />}
          <TicketActions ticket={ticket} order={order} />
        </>
      ),
    })),
    ...order.cartProducts.map((line) => ({
      key: line.id,
      name: line.product,
      picture: pictureOf(line),
      holder: line,
      dated: line,
      amount: line.price + line.fee,
      status: waiting,
    })),
    ...order.merchandisePurchases.map((purchase) => ({
      key: purchase.code,
      name: purchase.merchandise,
      code: text('Code {code}', { code: printedCode(purchase.code) }),
      picture: pictureOf(purchase),
      amount: purchase.price + purchase.fee,
      refund: <ItemRefund item={purchase} order={order} />,
      status: itemStatus(language, purchase, config.merchandiseStatuses),
    })),
    ...order.cartMerchandise.map((line) => ({
      key: line.id,
      name: line.merchandise,
      picture: pictureOf(line),
      amount: line.price + line.fee,
      status: waiting,
    })),
  ];
}

const pictureOf = (item: { shop_image: string | null; external_code: string }) => (
  <ProductImage url={item.shop_image} size="card" seed={item.external_code} />
);

function TicketRemarks({ ticket, order }: { ticket: Ticket; order: Order }) {
  const { text } = useLanguage();
  return (
    <>
      {waitsForLastInstalment(ticket, order) && (
        <p>{text('Available to download and manage once the last instalment is paid')}</p>
      )}
      <TicketNotes ticket={ticket} />
    </>
  );
}

function ShowTicket({ ticket, order }: { ticket: Ticket; order: Order }) {
  const { text } = useLanguage();
  return (
    <ButtonLink
      small
      to={paths.showTickets(order.code, ticket.code)}
      aria-label={text('Show ticket {product}, {full_name}', {
        product: ticket.product,
        full_name: ticket.full_name,
      })}
    >
      {text('Show ticket')}
    </ButtonLink>
  );
}

function DownloadTicket({ ticket }: { ticket: Ticket }) {
  const { text } = useLanguage();
  const { customer } = useBundle();
  return (
    <ButtonLink
      small
      kind="text"
      newWindow
      href={ticketPath(ticket.email || customer?.email || '', ticket.code)}
      aria-label={text('Download {product}, {full_name} (PDF, opens in a new window)', {
        product: ticket.product,
        full_name: ticket.full_name,
      })}
    >
      {text('Download')}
    </ButtonLink>
  );
}
