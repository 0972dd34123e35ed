import { useEffect, useState } from 'react';

/** Whether it was ever so. What was opened once stays, so that it can close with its motion. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
