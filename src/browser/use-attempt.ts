import { useState } from 'react';
import { ApiError } from './api-error.ts';

export interface Attempt {
  isBusy: boolean;
  /** Why the last attempt failed, for `translate`; null before the first attempt and after a success. */
  failure: string | null;
  start: () => Promise<void>;
}

/**
 * A call that a button starts. Its failure stays until the next attempt, so that it can be shown next to the button.
 */
export function useAttempt(run: () => Promise<unknown>): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    try {
      await run();
      setFailure(null);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(thrown.message);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, failure, start };
}
