import { useEffect, useState } from 'react';

/** True once `isNow` has been true. It keeps a modal rendered after it was first open, so that closing can be
 * animated. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
