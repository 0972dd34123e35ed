import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './portal-page.module.css';
import type { OlderList } from './use-older.ts';

interface GrowingListProps {
  older: OlderList;
  /** The label of the button that shows more. */
  label: string;
  /** The rows, each an `li` with a link. */
  children: ReactNode;
}

/** A list with a button below it that appends older rows. The button keeps the focus until nothing is left to show. */
export function GrowingList({ older, label, children }: GrowingListProps) {
  const { text } = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const rowsBefore = useRef<number | null>(null);
  const { hasMore } = older;
  useEffect(() => {
    if (hasMore || rowsBefore.current === null) return;
    // The button is gone: move the focus to the first row that it added.
    frame.current?.querySelectorAll('li')[rowsBefore.current]?.querySelector('a')?.focus({ preventScroll: true });
    rowsBefore.current = null;
  }, [hasMore]);
  const showMore = () => {
    rowsBefore.current = frame.current?.querySelectorAll('li').length ?? null;
    void older.load();
  };
  return (
    <div ref={frame} className={styles.growing}>
      <PlainList className={styles.rows}>{children}</PlainList>
      {older.hasFailed && <p role="alert">{text('Loading failed. Please try again.')}</p>}
      {hasMore && (
        <Button kind="secondary" busy={older.isBusy} onClick={showMore}>
          {label}
        </Button>
      )}
    </div>
  );
}
