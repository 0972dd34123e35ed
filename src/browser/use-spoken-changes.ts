import { useEffect, useRef } from 'react';
import { announce } from './announcer.ts';

/**
 * Says these words whenever they change, but not those that were there first. Null while they are not known. `pauseMs`: only once
 * they have stayed the same for so many milliseconds.
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
