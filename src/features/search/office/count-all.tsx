import { useQuery } from '@tanstack/react-query';
import { ApiError, NO_ANSWER } from '#browser/api-error.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { ListAddress } from './list-address.ts';
import type { CountRows } from './view-tabs.tsx';

interface CountAllProps {
  page: string;
  list: ListAddress;
  counts: CountRows;
  /** How many rows were counted; the list has more. */
  counted: number;
}

/** Says that a list has more rows than were counted, and counts all of them on request. */
export function CountAll({ page, list, counts, counted }: CountAllProps) {
  const { text, translate } = useLanguage();
  const { locale } = useShopSettings();
  const all = useQuery({
    queryKey: ['count-all', page, list.query],
    queryFn: ({ signal }) => counts([{ parameter: list.parameter, after: null }], { signal, polls: false, all: true }),
    enabled: false,
    retry: false,
  });
  const count = all.data?.counts[0]?.count;
  // A text that finds this many rows compares them one by one, which would take too long.
  const canCount = list.parameter('q') === '';
  return (
    <span role="status">
      {count === undefined
        ? text('More than {count} match.', { count: counted.toLocaleString(locale) })
        : text('{count} match.', { count: count.toLocaleString(locale) })}{' '}
      {count === undefined && canCount && (
        <Button kind="text" small busy={all.isFetching} onClick={() => void all.refetch()}>
          {text('Count all')}
        </Button>
      )}
      {all.isError && translate(all.error instanceof ApiError ? all.error.message : NO_ANSWER)}
    </span>
  );
}
