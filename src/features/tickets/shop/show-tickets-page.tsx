import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import type { Order } from '#features/orders/contract.ts';
import { PendingOrder } from '#features/orders/shop/public.tsx';
import { orderTitle } from '#features/orders/words/order-title.ts';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDateTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { NETWORK_TIMEOUT_MS } from '../domain/kept-tickets.ts';
import { whyNotShown } from '../domain/why-not-shown.ts';
import { whyNotShownTexts } from '../words/why-not-shown.ts';
import { forgetTickets, keepTickets, openKeptTickets } from './kept-tickets.ts';
import styles from './show-tickets.module.css';
import type { ShownTicket } from './ticket-pager.tsx';
import { useWakeLock } from './use-wake-lock.ts';

/** The pager with the encoder of QR codes, which only this page needs. */
const TicketPager = lazy(() => import('./ticket-pager.tsx'));

/**
 * The tickets of an order for the gate: one at a time, with its QR code. The browser keeps them for when there is no
 * network.
 */
export function ShowTicketsPage() {
  const { order: code = '' } = useParams();
  const { opened, hasFailed, again } = useOpenedOrder({ order_id: code });
  useKeptInstead(opened === undefined, hasFailed);
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  return opened ? <ShowTickets key={opened.order.code} order={opened.order} /> : <NoSuchOrder />;
}

/** The order may have been in this account until its only ticket was transferred. */
function NoSuchOrder() {
  useLayoutEffect(() => void forgetTickets(), []);
  return <Navigate to={missingPath(paths.portal(), 'order')} replace />;
}

function ShowTickets({ order }: { order: Order }) {
  const { text, countText } = useLanguage();
  const { config } = useBundle();
  const ready = order.tickets.filter((ticket) => ticket.allow_download);
  const title = countText(Math.max(1, ready.length), { one: 'Your ticket', other: 'Your tickets' });
  usePageTitle(title, config.name);
  useWakeLock();
  // Reloads whenever the order's tickets change.
  const { answer, error, again, isLoading } = useCall(
    'show-tickets',
    { order_id: order.code },
    { dependsOn: JSON.stringify(order.tickets) },
  );
  useFreshTickets(again);
  useKeptInstead(answer === null && (isLoading || error !== null), error !== null);

  const shown: ShownTicket[] = ready.flatMap((ticket) => {
    const toShow = answer?.tickets.find(({ code }) => code === ticket.code);
    return toShow ? [{ ...ticket, ...toShow }] : [];
  });
  const screen = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { isKept, keep } = useKeptTickets(screen, list, order);
  const hasNone = answer !== null && shown.length === 0;
  useEffect(() => {
    if (hasNone) void forgetTickets();
  }, [hasNone]);

  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.back}>
        <Link to={paths.order(order.code)}>{text('Back to the order')}</Link>
      </p>
      <div ref={screen}>
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {/* CSS shows this only on the kept page. */}
        <div className={styles.offline}>
          <Notice tone="warn" small>
            {text('This is a copy saved in your browser. It may not show later changes.')}{' '}
            <a href={paths.showTickets(order.code)}>{text('Check again')}</a>
          </Notice>
        </div>
        {answer === null && error === null && <Skeleton className={styles.waiting} />}
        {answer === null && error !== null && !isLoading && (
          <Notice tone="bad" action={<Button onClick={() => void again()}>{text('Try again')}</Button>}>
            {text('Your tickets could not be loaded.')}
          </Notice>
        )}
        {answer && shown.length > 0 && (
          <Suspense fallback={<Skeleton className={styles.waiting} />}>
            <TicketPager tickets={shown} checkedAt={answer.checked_at} onRendered={keep} />
          </Suspense>
        )}
        <NotShownTickets order={order} />
        {answer && shown.length > 0 && (
          <p className={styles.checked}>
            {text('Last checked {time}', { time: formatDateTime(answer.checked_at, config) })}
          </p>
        )}
      </div>
      <KeptList ref={list} />
      {isKept === true && (
        <p className={styles.kept}>{text('Kept on this device: this page also opens without a connection.')}</p>
      )}
      {isKept === false && (
        <p className={styles.kept}>
          {text('This browser cannot save this page. Download the PDF in case you have no connection at the gate.')}
        </p>
      )}
    </div>
  );
}

/** Shown by the browser in place of a page of the portal when there is no network, with a link to each kept order. */
function KeptList({ ref }: { ref: RefObject<HTMLDivElement | null> }) {
  const { text } = useLanguage();
  return (
    <div ref={ref} hidden>
      <h1 className={styles.title}>{text('No connection')}</h1>
      <p>{text('These tickets are saved on this device:')}</p>
      <ul className={styles.keptList} />
      <p>
        <a className={styles.checkAgain} href={paths.portal()}>
          {text('Check again')}
        </a>
      </p>
    </div>
  );
}

/** The order's other tickets, each with the reason why it has no code. */
function NotShownTickets({ order }: { order: Order }) {
  const { text, translate } = useLanguage();
  const others = order.tickets.flatMap((ticket) => {
    const why = whyNotShown(ticket, order);
    return why === null ? [] : [{ ticket, why }];
  });
  if (others.length === 0) return null;
  return (
    <section className={styles.others} aria-labelledby="not-shown">
      <h2 id="not-shown">{text('Cannot be shown')}</h2>
      <ul>
        {others.map(({ ticket, why }) => (
          <li key={ticket.code}>
            <strong>{[ticket.full_name, ticket.product].filter(Boolean).join(', ')}</strong>
            <br />
            {translate(whyNotShownTexts[why])}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reloads the tickets when the customer returns to the page or the network returns. */
function useFreshTickets(again: () => Promise<void>): void {
  const session = useSessionStore();
  const refresh = useEffectEvent(() => {
    if (document.hidden) return;
    void session.recheck();
    void again();
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh);
    addEventListener('online', refresh);
    return () => {
      document.removeEventListener('visibilitychange', refresh);
      removeEventListener('online', refresh);
    };
  }, []);
}

/** Opens the kept page when the shop does not answer. */
function useKeptInstead(isWaiting: boolean, hasFailed: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => void openKeptTickets(), hasFailed ? 0 : NETWORK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, hasFailed]);
}

/** Stores the rendered screen; `isKept` is null until it is known whether this browser can store it. */
function useKeptTickets(
  screen: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
  order: Order,
): { isKept: boolean | null; keep: () => void } {
  const language = useLanguage();
  const { config, customer } = useBundle();
  const session = useSessionStore();
  const [isKept, setIsKept] = useState<boolean | null>(null);
  const keep = () => {
    if (!screen.current || !list.current) return;
    const { token } = session.get();
    const owner = `${config.name} ${customer?.email}`;
    const toKeep = { screen: screen.current, list: list.current, title: orderTitle(language, order), owner };
    void keepTickets(toKeep, () => session.get().token === token).then(setIsKept);
  };
  return { isKept, keep };
}
