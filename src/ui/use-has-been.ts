import { useEffect, useState } from 'react';

/** Keeps a modal rendered after it was first open, so that closing it can be animated. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
