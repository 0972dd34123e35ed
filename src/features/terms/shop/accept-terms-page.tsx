import { useNavigate, useParams } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Dated } from '#features/occasions/domain/occasion.ts';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { formatDateTime } from '#kernel/dates.ts';
import { sum } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Code } from '#ui/code.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { acceptNoticeOf } from '../domain/may-accept.ts';
import { acceptRefusalTexts } from '../words/accept-refusal.ts';
import { AcceptBox } from './accept-box.tsx';
import { AcceptedNotice } from './accepted-notice.tsx';
import styles from './terms.module.css';
import { useAcceptTerms } from './use-accept-terms.ts';

/** Reached by a link in an email, without a login. */
export function AcceptTermsPage() {
  const params = useParams();
  const link = { order: params.order ?? '', checksum: params.checksum ?? '' };
  const navigate = useNavigate();
  const { answer, again } = useCall('get-terms-and-conditions-order', link, {
    onFailed: () => navigate(paths.home(), { replace: true }),
  });
  const order = answer?.order;

  return order && <OpenedOrder key={order.code} order={order} link={link} onRefused={() => void again()} />;
}

interface OpenedOrderProps {
  order: Order;
  link: { order: string; checksum: string };
  onRefused: () => void;
}

function OpenedOrder({ order, link, onRefused }: OpenedOrderProps) {
  const { text, textNodes, translate } = useLanguage();
  const { config } = useBundle();
  const form = useAcceptTerms(link, onRefused);
  const isAccepted = order.accepted_ts_and_cs || form.isDone;
  const notice = acceptNoticeOf({
    paymentStatus: order.payment_status,
    isAccepted,
    isFullyRefunded: order.fully_refunded,
  });
  const title = notice === 'accepted' ? text('Terms and Conditions accepted') : translate(staticTitles.acceptTerms);
  usePageTitle(title, config.name);
  return (
    <div className="page">
      <Card className={styles.card}>
        <header className={styles.head}>
          <p className={styles.code}>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</p>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
        </header>
        {notice === 'accepted' && <AcceptedNotice isNew={form.isDone} />}
        {notice !== null && notice !== 'accepted' && (
          <Notice tone="neutral">{translate(acceptRefusalTexts[notice])}</Notice>
        )}
        <FactList
          facts={[
            { label: text('Received at'), value: formatDateTime(order.created_at, config) },
            { label: text('Via'), value: order.staff },
            order.cartProducts.length > 0 && { label: text('Tickets'), value: String(order.cartProducts.length) },
            order.cartMerchandise.length > 0 && {
              label: text('Merchandise'),
              value: String(order.cartMerchandise.length),
            },
            {
              label: text('Payment method'),
              value: config.paymentMethods[order.payment_method] ?? order.payment_method,
            },
          ]}
        />
        <OrderedItems order={order} />
        {notice === null && <AcceptBox form={form} button={text('Accept')} />}
        {notice === 'accepted' && (
          <ButtonLink kind="secondary" to={paths.order(order.code)} className={styles.button}>
            {text('View order')}
          </ButtonLink>
        )}
      </Card>
    </div>
  );
}

interface Item {
  id: string;
  name: string;
  dated: Dated;
  price: number;
}

/** The ordered items at prices without the fee, and the rest of the total. */
function OrderedItems({ order }: { order: Order }) {
  const { text } = useLanguage();
  const items: Item[] = [
    ...order.cartProducts.map((line) => ({ id: line.id, name: line.product, dated: line, price: line.price })),
    ...order.cartMerchandise.map(({ id, merchandise, price }) => ({ id, name: merchandise, dated: {}, price })),
  ];
  const fees = sum([...order.cartProducts, ...order.cartMerchandise].map(({ fee }) => fee));
  return (
    <section aria-labelledby="ordered-items">
      <h2 id="ordered-items" className={styles.heading}>
        {text('Order items')}
      </h2>
      <DataTable
        caption={text('Order items')}
        captionHidden
        columns={[
          {
            key: 'item',
            header: text('Item'),
            cell: ({ name, dated }: Item) => (
              <>
                {name}
                <WhenAndWhere item={dated} className={styles.when} />
              </>
            ),
          },
          { key: 'price', header: text('Price'), align: 'end', cell: (item: Item) => <Money amount={item.price} /> },
        ]}
        rows={items}
        rowKey={(item) => item.id}
        extraRows={[
          { key: 'fees', label: text('Booking fees'), amount: fees },
          { key: 'shipping', label: text('Shipping'), amount: order.shipping_amount },
          { key: 'discount', label: order.discount_name ?? text('Discount'), amount: -order.discount_amount },
        ]
          .filter(({ amount }) => amount !== 0)
          .map(({ amount, ...row }) => ({ ...row, figure: <Money amount={amount} /> }))}
        totalRow={{ label: text('Total price'), figure: <Money amount={order.total_price} /> }}
      />
    </section>
  );
}
