import { useEffect, useEffectEvent, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';

interface TermsBox {
  readonly isTicked: boolean;
  /** The version of the terms that the checkbox accepts. */
  readonly version: string;
}

/**
 * Ties a checkbox to the version of the terms on the page. Any answer of the server may bring a new version; `untick` is
 * then called with it. Returns whether that removed a tick.
 */
export function useShownTerms({ isTicked, version }: TermsBox, untick: (shown: string) => void): boolean {
  const { config } = useBundle();
  const [isTickLost, setIsTickLost] = useState(false);
  const shown = config.termsVersion;
  const showTerms = useEffectEvent((newest: string) => {
    if (isTicked) setIsTickLost(true);
    untick(newest);
  });
  useEffect(() => {
    if (version !== shown) showTerms(shown);
  }, [version, shown]);
  return isTickLost && !isTicked;
}
