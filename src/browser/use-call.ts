import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from './api.ts';
import type { CallAnswer, CallName, CallRequest } from './calls.ts';

export interface UseCallOptions {
  /** A change of this text repeats the call, in addition to changes of the payload. */
  dependsOn?: string;
  onFailed?: (error: unknown) => void;
}

export interface LoadedCall<Name extends CallName> {
  /** The newest answer. It stays during a repeated call, and if that fails. */
  answer: CallAnswer<Name> | null;
  /** The payload with which `answer` was requested. */
  answered: CallRequest<Name> | null;
  /** The error of the newest finished call, or null. */
  error: unknown;
  isLoading: boolean;
  /** Repeats the call. Resolves even if it fails, and immediately without a payload, as there is nothing to repeat. */
  again: () => Promise<void>;
}

interface Settled<Name extends CallName> extends Pick<LoadedCall<Name>, 'answer' | 'answered' | 'error'> {
  /** The key of the newest finished call, or null. */
  key: string | null;
}

/**
 * Makes a call when the component appears and whenever its payload changes; without a payload it makes none. Drops the
 * answer to an earlier payload.
 */
export function useCall<Name extends CallName>(
  name: Name,
  payload: CallRequest<Name> | null,
  { dependsOn = '', onFailed }: UseCallOptions = {},
): LoadedCall<Name> {
  const [turn, setTurn] = useState(0);
  const [settled, setSettled] = useState<Settled<Name>>({ key: null, answer: null, answered: null, error: null });
  const waiting = useRef<(() => void)[]>([]);
  const key = payload && JSON.stringify([payload, dependsOn, turn]);
  const release = () => {
    for (const resolve of waiting.current.splice(0)) resolve();
  };

  // Each rendering makes a new payload object, so its key shows whether it has changed.
  const start = useEffectEvent((startedKey: string | null) => {
    if (payload === null || startedKey === null) return release();
    return startCall((signal) => call(name, payload, { signal }), {
      onAnswer: (answer) => setSettled({ key: startedKey, answer, answered: payload, error: null }),
      onFailed: (error) => {
        setSettled((before) => ({ ...before, key: startedKey, error }));
        onFailed?.(error);
      },
      onEnd: release,
    });
  });
  useEffect(() => start(key), [key]);

  return {
    answer: settled.answer,
    answered: settled.answered,
    error: settled.error,
    isLoading: key !== null && settled.key !== key,
    again: () =>
      new Promise((resolve) => {
        if (payload === null) return resolve();
        waiting.current.push(resolve);
        setTurn((before) => before + 1);
      }),
  };
}

interface CallHandlers<Answer> {
  onAnswer: (answer: Answer) => void;
  onFailed: (error: unknown) => void;
  onEnd: () => void;
}

/** Starts a call and reports how it ends. The returned function aborts it; then nothing is reported. */
export function startCall<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { onAnswer, onFailed, onEnd }: CallHandlers<Answer>,
): () => void {
  const abort = new AbortController();
  const unlessAborted =
    <Value>(report: (value: Value) => void) =>
    (value: Value) => {
      if (!abort.signal.aborted) report(value);
    };
  void ask(abort.signal).then(unlessAborted(onAnswer), unlessAborted(onFailed)).then(unlessAborted(onEnd));
  return () => abort.abort();
}
