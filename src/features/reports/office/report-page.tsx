import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePageTitle } from '#browser/page-title.ts';
import { type TabbedPage, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { formatTime } from '#kernel/dates.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { daysText } from './day-texts.ts';
import styles from './report.module.css';
import type { ReportAddress } from './report-address.ts';
import { ReportFilters } from './report-filters.tsx';
import { saveCsv } from './save-csv.ts';

interface ReportPageProps<Answer extends { as_of: string }> {
  page: TabbedPage;
  address: ReportAddress;
  query: UseQueryResult<Answer>;
  groups?: { by: string; options: readonly { value: string; label: string }[] };
  hasDays?: boolean;
  isAhead?: boolean;
  /** Exactly what is shown, headings first, one table after another. */
  csv: (answer: Answer) => readonly (readonly string[])[];
  children: (answer: Answer) => ReactNode;
}

/** A report with its days and figures, which can be saved as a file and printed. */
export function ReportPage<Answer extends { as_of: string }>({
  page,
  address,
  query,
  groups,
  hasDays = true,
  isAhead = false,
  csv,
  children,
}: ReportPageProps<Answer>) {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const { name, ...tabs } = usePageTabs(page);
  usePageTitle(`${name} · ${text('Reports')}`, shopName);
  const { data } = query;
  const { from, until } = address.days;
  const shown = from === '' ? null : daysText(from, until, settings.locale);
  const time = data && text('as of {time}', { time: formatTime(data.as_of, settings) });
  return (
    <>
      <PageHead
        heading={name}
        sub={[...(hasDays && shown ? [shown] : []), ...(time ? [time] : [])].join(' · ')}
        actions={
          data && (
            <div className={styles.actions}>
              <Button kind="secondary" small onClick={() => saveCsv(fileName(page, address, hasDays), csv(data))}>
                <DownloadIcon size={18} />
                {text('Export as CSV')}
              </Button>
              <Button kind="secondary" small onClick={() => window.print()}>
                {text('Print')}
              </Button>
            </div>
          )
        }
        {...tabs}
      />
      <ReportFilters address={address} hasDays={hasDays} isAhead={isAhead} {...(groups && { groups })} />
      <QueryState query={query} failed={text('The report did not load')}>
        {(answer) => <div className={styles.panels}>{children(answer)}</div>}
      </QueryState>
    </>
  );
}

const fileName = (page: string, { days }: ReportAddress, hasDays: boolean): string =>
  [page.split('/').at(-1), ...(hasDays ? [days.from, days.until] : [])].join('-');
