import { useEffect, useRef } from 'react';

/** Seconds between the looks at money that is on its way: often at first, then patiently, then no more. */
const PAUSES_S = [2, 3, 5, 10, 20, 30, 60, 60, 60, 120, 120];

/** While `isWaiting`, looks now and then how things stand. `look` never throws. */
export function useLooks(isWaiting: boolean, look: () => Promise<unknown>): void {
  const newest = useRef(look);
  newest.current = look;
  useEffect(() => {
    if (!isWaiting) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const pause = PAUSES_S[looks];
      if (pause === undefined) return;
      looks += 1;
      timer = setTimeout(() => {
        // A tab that nobody sees waits until it is looked at.
        if (document.visibilityState === 'visible') void newest.current().finally(wait);
        else wait();
      }, pause * 1_000);
    };
    wait();
    return () => {
      looks = PAUSES_S.length;
      clearTimeout(timer);
    };
  }, [isWaiting]);
}
