import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether a control must wait for this page's scripts: true on the server and until hydration. If `waits` is false, it
 * is always false, without a second render after hydration.
 */
export const useAwaitsHydration = (waits: boolean): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => waits,
  );
