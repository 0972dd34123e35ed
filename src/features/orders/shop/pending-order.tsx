import { useEffect } from 'react';
import { announce } from '#browser/announcer.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { beginArrival } from '#browser/route-arrival.ts';
import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './pending-order.module.css';

/** Loading is announced only if it takes longer than this. */
const ANNOUNCE_AFTER_MS = 1_000;

interface PendingOrderProps {
  hasFailed: boolean;
  onTryAgain: () => void;
}

/** Shown instead of a page whose order is loading or could not be loaded. */
export function PendingOrder({ hasFailed, onTryAgain }: PendingOrderProps) {
  return hasFailed ? <Failed onTryAgain={onTryAgain} /> : <Loading />;
}

/** Has no heading, so that the focus moves to the heading of the page that follows. */
function Loading() {
  const { text } = useLanguage();
  const words = text('Loading your order');
  useEffect(() => {
    const timer = setTimeout(() => announce(words), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className={`page ${styles.page}`} aria-busy="true">
      <Skeleton />
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="block" className={styles.block} />
    </div>
  );
}

function Failed({ onTryAgain }: Pick<PendingOrderProps, 'onTryAgain'>) {
  const { text } = useLanguage();
  const title = text('Your order could not be loaded');
  usePageTitle(title, useBundle().config.name);
  const tryAgain = () => {
    // The button disappears, so the focus moves to the heading of the page that follows.
    beginArrival(null);
    onTryAgain();
  };
  return (
    <div className={`page ${styles.page}`}>
      <p>
        <Link to={paths.portal()}>{text('Back to the portal')}</Link>
      </p>
      <h1 tabIndex={-1}>{title}</h1>
      <Notice tone="bad" action={<Button onClick={tryAgain}>{text('Try again')}</Button>}>
        {text('Please check your connection.')}
      </Notice>
    </div>
  );
}
