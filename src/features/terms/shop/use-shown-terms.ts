import { useEffect, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';

interface TermsBox {
  readonly isTicked: boolean;
  /** The version of the terms that the box accepts. */
  readonly version: string;
}

/**
 * Ties a box that accepts the terms to the version on the page, which any answer of the server may change: `untick` is then called with
 * the new version. Returns whether a tick was lost that way.
 */
export function useShownTerms({ isTicked, version }: TermsBox, untick: (shown: string) => void): boolean {
  const { config } = useBundle();
  const [isTickLost, setIsTickLost] = useState(false);
  const shown = config.termsVersion;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other terms untick the box.
  useEffect(() => {
    if (version === shown) return;
    if (isTicked) setIsTickLost(true);
    untick(shown);
  }, [version, shown]);
  return isTickLost && !isTicked;
}
