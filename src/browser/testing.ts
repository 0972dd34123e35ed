import type { KeptText } from './kept-text.ts';

/** A kept text without a browser, for tests: `hear` plays another tab. */
export function memoryText(first: string | null = null): KeptText & { hear: (value: string | null) => void } {
  let value = first;
  const listeners = new Set<(value: string | null) => void>();
  return {
    read: () => value,
    write(next) {
      value = next;
    },
    onOtherTab(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    hear(next) {
      value = next;
      for (const heard of listeners) heard(next);
    },
  };
}

/** One call as the fake network saw it. */
export interface SeenCall {
  name: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export type FakeAnswer = { status?: number; body?: unknown; headers?: Record<string, string> } | 'cut';

/**
 * A network in place of `fetch`: `answer` decides for each call; `'cut'` is a connection that breaks. Returns what was
 * seen, in order.
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

/** A tab's storage: its entries are its own properties, as a browser's are. */
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
