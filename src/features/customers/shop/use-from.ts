import { useSearchParams } from 'react-router';
import { safeFromPath } from '#kernel/from-path.ts';

/** Returns the `from` of this page's query; `/` by default. */
export function useFrom(): string {
  const [search] = useSearchParams();
  return safeFromPath(search.get('from') ?? '/');
}
