import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';

// The dialog brings Base UI, which nobody needs with a fresh login.
const LazyProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

/** A call that the server does only for somebody who has just proved who they are. */
interface Asking {
  /** Sends the call with the password; throws what belongs into the dialog. */
  confirm: (password: string) => Promise<void>;
  cancel: () => void;
}

/**
 * Sends calls that may need the password once more. `prove` sends without one first; when the server asks, a dialog does, and sends again.
 * Answers null when the customer closed the dialog, and then nothing was done. Render `dialog` anywhere.
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
      if (!isProofAsked(thrown)) throw thrown;
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

const isProofAsked = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status === 403 && thrown.errors.password !== undefined;

/** A wrong password, too many of them, a shop that is busy or out of reach: what was typed can be sent again from there. */
const belongsInDialog = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.errors.password !== undefined || [0, 429, 503].includes(thrown.status));
