import { useEffect, useEffectEvent } from 'react';

/** The pointer or the focus must stay on a row for this long, in milliseconds, so that passing over rows does nothing. */
const REST_MS = 150;

/** Calls back with the address below `/office` of the row of a list on which the pointer or the focus rests. */
export function useRestedRow(onRest: (address: string) => void): void {
  const rested = useEffectEvent(onRest);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = (event: Event) => {
      clearTimeout(timer);
      // A finger that scrolls touches rows that nobody is about to open.
      if (event instanceof PointerEvent && event.pointerType === 'touch') return;
      const link = (event.target as Element).closest('tbody > tr')?.querySelector<HTMLAnchorElement>('td > a[href]');
      if (link) timer = setTimeout(() => rested(link.pathname.replace(/^\/office/, '')), REST_MS);
    };
    document.addEventListener('pointerover', onMove);
    document.addEventListener('focusin', onMove);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onMove);
      document.removeEventListener('focusin', onMove);
    };
  }, []);
}
