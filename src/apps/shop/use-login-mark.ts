import { useEffect } from 'react';
import { useSession } from '#browser/session-store.ts';

/**
 * The first script of a page marks `<html>` when a login token is stored, and CSS hides what only visitors see. The mark
 * goes as soon as it is known who is there, or that it cannot be known.
 */
export function useLoginMark(): void {
  const { bundle, hydratedFromServer, token, loadFailed } = useSession();
  const isUnknown = token !== null && (bundle === null || hydratedFromServer) && !loadFailed;
  useEffect(() => {
    if (isUnknown) document.documentElement.dataset.login = '';
    else delete document.documentElement.dataset.login;
  }, [isUnknown]);
}
