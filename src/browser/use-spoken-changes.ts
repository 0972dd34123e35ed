import { useEffect, useRef } from 'react';
import { announce } from './announcer.ts';

/**
 * Announces these words whenever they change, but not the first ones; null means unknown. With `pauseMs`, only once
 * they have been unchanged for this many milliseconds.
 */
export function useSpokenChanges(words: string | null, pauseMs = 0): void {
  const announced = useRef(words);
  useEffect(() => {
    if (words === null || words === announced.current) return;
    const speak = () => {
      if (announced.current !== null) announce(words);
      announced.current = words;
    };
    if (pauseMs === 0) return speak();
    const timer = setTimeout(speak, pauseMs);
    return () => clearTimeout(timer);
  }, [words, pauseMs]);
}
