import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { noteActivity, type officeCall } from '#browser/office-api.ts';

/** A page that was fetched ahead is loaded again if it is older than this, in milliseconds. */
const AHEAD_MS = 60_000;

type CallOptions = NonNullable<Parameters<typeof officeCall>[2]>;

export interface ListPages<Page> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** Loads the next page without showing it yet. */
  fetchAhead: () => void;
}

/** The pages of a list so far. `key` is the name of the call, and everything that the rows depend on. */
export function usePages<After extends string | number, Page extends { readonly next: After | null }>(
  key: readonly unknown[],
  load: (after: After | null, options: CallOptions) => Promise<Page>,
  { refetchesOnFocus = false }: { readonly refetchesOnFocus?: boolean } = {},
): ListPages<Page> {
  const queries = useQueryClient();
  const ahead = (after: After | null) => ({
    queryKey: [...key, 'ahead', after],
    // The person has not requested it yet, so it must neither extend the session nor ask who the person is.
    queryFn: ({ signal }: { signal: AbortSignal }) => load(after, { signal, polls: true, failsWithoutProof: true }),
    staleTime: AHEAD_MS,
    retry: false,
  });
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as After | null,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const after = pageParam as After | null;
      const page = ahead(after);
      const status = queries.getQueryState(page.queryKey)?.status ?? 'error';
      const fetched = status === 'error' ? null : await queries.fetchQuery(page).catch(() => null);
      // Used only once, so that reloading the list fetches every page again.
      queries.removeQueries({ queryKey: page.queryKey, exact: true });
      if (!fetched) return await load(after, { signal });
      noteActivity();
      return fetched;
    },
    getNextPageParam: (page): After | null => page.next,
    ...(!refetchesOnFocus && { refetchOnWindowFocus: false }),
  });
  const next = query.data?.pages.at(-1)?.next ?? null;
  return {
    query,
    fetchAhead: () => {
      if (next === null || query.isFetching) return;
      const page = ahead(next);
      // After a failed attempt the page is loaded only on request.
      if (queries.getQueryState(page.queryKey)?.status !== 'error') void queries.prefetchQuery(page);
    },
  };
}
