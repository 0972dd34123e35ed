import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeCallName, OfficeRequest } from '#browser/office-calls.ts';

const CONFLICT = 409;

interface Change {
  running: OfficeCallName | null;
  /** Why the last change failed; null after a success. To be translated. */
  failure: string | null;
  /** Resolves with the answer, or with null when it failed. */
  run: <Name extends OfficeCallName>(name: Name, request: OfficeRequest<Name>) => Promise<OfficeAnswer<Name> | null>;
}

/** Runs calls for buttons. After a success, and after a conflict, everything shown is loaded again. */
export function useChange(): Change {
  const queries = useQueryClient();
  const [running, setRunning] = useState<OfficeCallName | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    running,
    failure,
    run: async (name, request) => {
      setRunning(name);
      try {
        const answer = await officeCall(name, request);
        setFailure(null);
        await queries.invalidateQueries();
        return answer;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        // A field's own message is more helpful than a general one.
        setFailure(Object.values(thrown.errors)[0]?.[0] ?? thrown.message);
        // Somebody else was faster, and the page shows what is there now.
        if (thrown.status === CONFLICT) await queries.invalidateQueries();
        return null;
      } finally {
        setRunning(null);
      }
    },
  };
}
