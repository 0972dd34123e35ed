import { useEffect, useState } from 'react';

/** True once `isNow` has been true. It keeps a modal rendered after it was first opened, to animate its closing. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
