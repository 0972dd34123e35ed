import { useEffect, useEffectEvent, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';

interface TermsBox {
  readonly isChecked: boolean;
  /** The version of the terms that the checkbox accepts. */
  readonly version: string;
}

/**
 * Unchecks the box that accepts the terms when the page shows a new version of them, which any answer from the server
 * can bring: `uncheck` is called with that version. Returns whether this unchecked the box.
 */
export function useShownTerms({ isChecked, version }: TermsBox, uncheck: (shown: string) => void): boolean {
  const { config } = useBundle();
  const [wasUnchecked, setWasUnchecked] = useState(false);
  const shown = config.termsVersion;
  const showTerms = useEffectEvent((newest: string) => {
    if (isChecked) setWasUnchecked(true);
    uncheck(newest);
  });
  useEffect(() => {
    if (version !== shown) showTerms(shown);
  }, [version, shown]);
  return wasUnchecked && !isChecked;
}
