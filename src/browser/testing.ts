import type { Attention } from './attention.ts';
import type { KeptText } from './kept-text.ts';

/** Returns a kept text in memory. `changeElsewhere` acts as another tab. */
export function memoryText(
  first: string | null = null,
): KeptText & { changeElsewhere: (value: string | null) => void } {
  let value = first;
  const listeners = new Set<(value: string | null) => void>();
  return {
    read: () => value,
    write(next) {
      value = next;
    },
    onOtherTab(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    changeElsewhere(next) {
      value = next;
      for (const changed of listeners) changed(next);
    },
  };
}

export interface SeenCall {
  name: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export type FakeAnswer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'cut';

/**
 * Replaces `fetch`. `answer` is called for each call; `'cut'` breaks the connection. `seen` lists the calls in order.
 */
export function fakeNetwork(answer: (call: SeenCall, count: number) => FakeAnswer | Promise<FakeAnswer>): {
  fetch: typeof fetch;
  seen: SeenCall[];
} {
  const seen: SeenCall[] = [];
  return {
    seen,
    fetch: async (input, init) => {
      const call = {
        name: String(input).replace('/api/', ''),
        body: JSON.parse(String(init?.body)),
        headers: init?.headers as Record<string, string>,
      };
      seen.push(call);
      const given = await answer(call, seen.length);
      if (given === 'cut') throw new TypeError('Failed to fetch');
      const { status = 200, body = {}, headers = {} } = given;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
    },
  };
}

/** Returns a storage whose entries are its own enumerable properties, as in browsers. */
export function givenTabStorage(): () => Storage {
  const entries: Record<string, unknown> = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(entries, {
    getItem: method((key: string) => entries[key] ?? null),
    setItem: method((key: string, text: string) => {
      entries[key] = text;
    }),
    removeItem: method((key: string) => delete entries[key]),
  });
  return () => entries as unknown as Storage;
}

/** Returns a visible page. `show` hides or shows it; `goOnline` brings the network back. */
export function givenAttention(): { attention: Attention; show: (visible: boolean) => void; goOnline: () => void } {
  let isVisible = true;
  let changed = () => {};
  return {
    attention: {
      isVisible: () => isVisible,
      onChange(listener) {
        changed = listener;
        return () => {
          changed = () => {};
        };
      },
    },
    show(visible) {
      isVisible = visible;
      changed();
    },
    goOnline: () => changed(),
  };
}
