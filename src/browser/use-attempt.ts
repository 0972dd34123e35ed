import { useState } from 'react';
import { ApiError } from './api-error.ts';

export interface Attempt {
  isBusy: boolean;
  /** Why the last attempt failed, to be translated; null before the first and after one that worked. */
  failure: string | null;
  start: () => Promise<void>;
}

/** A call that a button starts. Its failure stays until the next attempt, so that it can be shown beside the button. */
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
