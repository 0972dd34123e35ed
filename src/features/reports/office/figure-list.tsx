import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { FigureRows } from './figure-rows.tsx';
import { figureCsv } from './figure-words.ts';
import styles from './report.module.css';
import { saveCsv } from './save-csv.ts';

/** One page of a list; some lists are about something with a name. */
export type FigurePage = OfficeAnswer<'sales-of-day'> & { name?: string | null };

interface FigureListProps {
  heading: string;
  /** The heading with the name that the list is about. */
  headingFor?: ((name: string) => string) | undefined;
  /** The days that the rows are of; null if they are about the present. */
  when: string | null;
  countsTickets?: boolean | undefined;
  /** The name of the exported file. */
  fileName: string;
  back: { to: string; label: string };
  /** Identifies the list among all loaded answers. */
  queryKey: readonly unknown[];
  load: (after: string | null, signal?: AbortSignal) => Promise<FigurePage>;
}

/** The rows behind a figure, whose sum is the figure. They can be exported, without names, and printed. */
export function FigureList({
  heading: general,
  headingFor,
  when,
  countsTickets,
  fileName,
  back,
  queryKey,
  load,
}: FigureListProps) {
  const { text, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const pages = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after, signal }) => load(after, signal),
    getNextPageParam: ({ next }) => next,
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = pages.data?.pages[0];
  const heading = first?.name && headingFor ? headingFor(first.name) : general;
  usePageTitle(heading, shopName);
  return (
    <>
      <PageHead
        heading={heading}
        sub={
          first &&
          [
            ...(when === null ? [] : [when]),
            formatMoney(first.amount, settings),
            countText(first.count, { one: '{count} row', other: '{count} rows' }),
            ...(countsTickets ? [countText(first.tickets, { one: '{count} ticket', other: '{count} tickets' })] : []),
          ].join(' · ')
        }
        actions={
          <>
            <Link to={back.to}>{back.label}</Link>
            {first && rows.length > 0 && (
              <>
                <Button kind="secondary" small onClick={() => window.print()}>
                  {text('Print')}
                </Button>
                <ExportRows {...{ fileName, load }} />
              </>
            )}
          </>
        }
      />
      <Panel heading={heading} flush>
        <QueryState query={pages} failed={text('The list did not load')}>
          {() => <FigureRows rows={rows} caption={heading} />}
        </QueryState>
        {pages.hasNextPage && (
          <p className={styles.more}>
            <Button kind="secondary" small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {text('Show 50 more')}
            </Button>
          </p>
        )}
      </Panel>
    </>
  );
}

/** Saves all rows, without names, as a file. A failure stays next to the button until the next attempt. */
function ExportRows({ fileName, load }: Pick<FigureListProps, 'fileName' | 'load'>) {
  const language = useLanguage();
  const { text, translate } = language;
  const settings = useShopSettings();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const rows: FigurePage['rows'] = [];
      let after: string | null = null;
      do {
        const page: FigurePage = await load(after);
        rows.push(...page.rows);
        after = page.next;
      } while (after !== null);
      saveCsv(fileName, figureCsv(rows, language, settings));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(thrown.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="secondary" small busy={isBusy} onClick={() => void save()}>
        <DownloadIcon size={18} />
        {text('Export as CSV')}
      </Button>
      {failure !== null && (
        <Notice tone="bad" small role="status">
          {text('The export failed.')} {translate(failure)}
        </Notice>
      )}
    </>
  );
}
