import { useEffect, useRef } from 'react';
import { announce } from './announcer.ts';

/**
 * Announces these words whenever they change, but not the first ones; null means unknown. With `pauseMs`, only once they
 * have been unchanged for this many milliseconds.
 */
export function useSpokenChanges(words: string | null, pauseMs = 0): void {
  const said = useRef(words);
  useEffect(() => {
    if (words === null || words === said.current) return;
    const say = () => {
      if (said.current !== null) announce(words);
      said.current = words;
    };
    if (pauseMs === 0) return say();
    const timer = setTimeout(say, pauseMs);
    return () => clearTimeout(timer);
  }, [words, pauseMs]);
}
