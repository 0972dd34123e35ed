import { useState } from 'react';

/**
 * Returns the options, or while they are not known (null) the last known ones. A list that loads again then keeps its
 * controls, and the focus in them.
 */
export function useLastKnown<Option>(options: readonly Option[] | null): readonly Option[] {
  const [last, setLast] = useState(options);
  if (options !== null && options !== last) setLast(options);
  return options ?? last ?? [];
}
