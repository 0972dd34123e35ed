import { useEffect, useEffectEvent, useRef } from 'react';
import { isForPage } from '#browser/use-keys.ts';

/** How long G waits for its letter, in milliseconds. */
const WAIT_MS = 1_500;
/** Not 0, which is the moment of the page's load: keys pressed right after that would count as letters after G. */
const NEVER = Number.NEGATIVE_INFINITY;

interface GoKeys {
  /** Whether the person has switched single letters on. */
  isOn: boolean;
  go: (letter: string) => void;
  showKeys: () => void;
}

/** G and a letter open a page of the menu, and ? lists all shortcuts. A letter after G does nothing else. */
export function useGoKeys({ isOn, go, showKeys }: GoKeys): void {
  const pressedAt = useRef(NEVER);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || !isForPage(event)) return;
    const isLetter = event.key.length === 1;
    const isAfterG = isLetter && event.timeStamp - pressedAt.current < WAIT_MS;
    pressedAt.current = !isAfterG && event.key === 'g' ? event.timeStamp : NEVER;
    if (!isAfterG && event.key !== 'g' && event.key !== '?') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAfterG) go(event.key);
    else if (event.key === '?') showKeys();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Runs before the page's own keys.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
