import { useEffect, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';

interface TermsBox {
  readonly isTicked: boolean;
  /** Of the terms that the box accepts. */
  readonly version: string;
}

/**
 * Keeps a box that accepts the terms to those on the page, which may change with any answer of the server: `untick` is called with their
 * version when it is another one. Whether a tick was lost in this way.
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
