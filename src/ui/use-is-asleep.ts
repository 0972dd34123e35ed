import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether something has to wait for this page's scripts: true on the server and until the page was taken over. What does not
 * have to (`waits` is false) is never asleep, and is not rendered a second time for having woken.
 */
export const useIsAsleep = (waits: boolean): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => waits,
  );
