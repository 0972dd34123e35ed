import { useEffect } from 'react';
import { useSession } from '#browser/session-store.ts';

/**
 * The page's inline script marks `<html>` if a login token is stored, and CSS then hides what is only for visitors.
 * This keeps the mark until we know who is logged in, or that we cannot know.
 */
export function useLoginMark(): void {
  const { bundle, hydratedFromServer, token, loadFailed } = useSession();
  const isUnknown = token !== null && (bundle === null || hydratedFromServer) && !loadFailed;
  useEffect(() => {
    if (isUnknown) document.documentElement.dataset.login = '';
    else delete document.documentElement.dataset.login;
  }, [isUnknown]);
}
