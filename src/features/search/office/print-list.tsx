import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { MAX_PRINTED } from '../domain/max-printed.ts';

/** The state of the list after another page was loaded. */
interface Loaded {
  readonly isError: boolean;
  readonly hasNextPage: boolean;
  /** The number of rows. */
  readonly rows: number;
}

interface PrintListProps {
  /** Rows of the list. */
  count: number;
  /** There are more rows, whose number is not known. */
  hasMore: boolean;
  /** The number of rows that are loaded. */
  loaded: number;
  hasNextPage: boolean;
  loadNextPage: () => Promise<Loaded>;
}

/** Prints the rows that are loaded, or loads the others first. */
export function PrintList({ count, hasMore, loaded, hasNextPage, loadNextPage }: PrintListProps) {
  const { text } = useLanguage();
  const { locale } = useShopSettings();
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isTruncated = hasMore || count > MAX_PRINTED;
  const number = (isTruncated ? MAX_PRINTED : count).toLocaleString(locale);
  const printAll = async () => {
    setLoading(true);
    setFailed(false);
    let last: Loaded = { isError: false, hasNextPage, rows: loaded };
    while (last.hasNextPage && !last.isError && last.rows < MAX_PRINTED) last = await loadNextPage();
    setLoading(false);
    if (last.isError) return setFailed(true);
    // After the last rows and the button were rendered.
    setTimeout(() => window.print());
  };
  return (
    <>
      <Button kind="secondary" small onClick={() => window.print()}>
        {text('Print')}
      </Button>
      {(hasNextPage || isLoading) && (
        <Button kind="secondary" small busy={isLoading} onClick={() => void printAll()}>
          {isLoading
            ? text('{shown} of {count}', { shown: loaded.toLocaleString(locale), count: number })
            : isTruncated
              ? text('Print the first {count}', { count: number })
              : text('Print all {count}', { count: number })}
        </Button>
      )}
      {hasFailed && (
        <Notice tone="bad" small role="status">
          {text('Not all rows could be loaded, so nothing was printed.')}{' '}
          <Button kind="text" small onClick={() => void printAll()}>
            {text('Try again')}
          </Button>
        </Notice>
      )}
    </>
  );
}
