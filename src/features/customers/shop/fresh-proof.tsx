import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';

// Loaded lazily, because the dialog needs Base UI, and after a fresh login it never opens.
const LazyProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

interface Asking {
  /** Throws errors that the dialog shows. */
  confirm: (password: string) => Promise<void>;
  cancel: () => void;
}

/**
 * `prove` first sends without the password. If the server requires it, a dialog asks for it and sends again. Returns
 * null if the customer closed the dialog, so that nothing was done. Render `dialog` anywhere.
 */
export function useFreshProof(): {
  prove: <Answer>(send: (password?: string) => Promise<Answer>) => Promise<Answer | null>;
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<Asking | null>(null);

  const prove = async <Answer,>(send: (password?: string) => Promise<Answer>): Promise<Answer | null> => {
    try {
      return await send();
    } catch (thrown) {
      if (!isProofNeeded(thrown)) throw thrown;
    }
    return await new Promise<Answer | null>((resolve, reject) => {
      const end = () => setAsking(null);
      setAsking({
        cancel: () => {
          end();
          resolve(null);
        },
        confirm: async (password) => {
          try {
            const answer = await send(password);
            end();
            resolve(answer);
          } catch (thrown) {
            if (belongsInDialog(thrown)) throw thrown;
            end();
            reject(thrown);
          }
        },
      });
    });
  };

  return {
    prove,
    dialog: asking && (
      <Suspense fallback={null}>
        <LazyProofDialog onConfirm={asking.confirm} onCancel={asking.cancel} />
      </Suspense>
    ),
  };
}

const isProofNeeded = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 403 && thrown.errors.password !== undefined;

/** Errors after which the dialog can send again: wrong password, too many attempts, a busy or unreachable shop. */
const belongsInDialog = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.errors.password !== undefined || [0, 429, 503].includes(thrown.status));
