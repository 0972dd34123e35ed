import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether this page's scripts run already: false on the server and until the page was taken over. */
export const useIsAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
