import { useEffect, useEffectEvent, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';

interface TermsBox {
  readonly isChecked: boolean;
  /** The version of the terms that the checkbox accepts. */
  readonly version: string;
}

/**
 * Keeps a checkbox to the version of the terms on the page. Any answer from the server can bring a new version;
 * `uncheck` is then called with it. Returns whether that unchecked the box.
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
