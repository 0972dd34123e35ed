import { useSearchParams } from 'react-router';
import { safeFromPath } from '#kernel/from-path.ts';

/** The path to return to after a login, from this page's query; `/` by default. */
export function useFrom(): string {
  const [search] = useSearchParams();
  return safeFromPath(search.get('from') ?? '/');
}
