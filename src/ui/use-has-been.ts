import { useEffect, useState } from 'react';

/** Whether `isNow` was ever true. A modal that was open once stays rendered, so that closing it can be animated. */
export function useHasBeen(isNow: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    if (isNow) setHasBeen(true);
  }, [isNow]);
  return hasBeen || isNow;
}
