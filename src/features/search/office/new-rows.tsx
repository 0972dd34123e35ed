import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import type { ListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import type { CountRows } from './view-tabs.tsx';

const EVERY_MS = 60_000;

interface NewRowsProps {
  page: string;
  list: ListAddress;
  counts: CountRows;
  /** When the first row was created; null for an empty list. */
  newest: string | null;
  /** In milliseconds. */
  loadedAt: number;
  isBusy: boolean;
  onShow: () => void;
}

/**
 * Counts once a minute the rows that are newer than the list. Shows them only on request, because they would move the
 * rows that somebody is reading.
 */
export function NewRows({ page, list, counts, newest, loadedAt, isBusy, onShow }: NewRowsProps) {
  const { countText } = useLanguage();
  const after = newest ?? new Date(loadedAt).toISOString();
  const { data } = useQuery({
    queryKey: ['new-rows', page, list.query, after],
    queryFn: ({ signal }) => counts([{ parameter: list.parameter, after }], { signal, polls: true, all: false }),
    refetchInterval: EVERY_MS,
    initialData: { counts: [] },
    initialDataUpdatedAt: loadedAt,
    staleTime: EVERY_MS,
  });
  const count = data.counts[0]?.count ?? 0;
  return (
    <div role="status" className={styles.news}>
      {count > 0 && (
        <Button kind="secondary" small busy={isBusy} onClick={onShow}>
          {countText(count, { one: 'Show {count} new', other: 'Show {count} new' })}
        </Button>
      )}
    </div>
  );
}
