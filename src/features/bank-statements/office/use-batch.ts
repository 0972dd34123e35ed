import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeRequest } from '#browser/office-calls.ts';
import { WITH_MAIL_TEXTS } from '#features/previews/domain/fingerprint.ts';
import { joinOutcomes, type Outcome } from '#features/previews/domain/outcome.ts';
import type { Preview } from '#features/previews/office/public.tsx';

export type Wanted = OfficeRequest<'statement-book'>['lines'][number];

/** Few enough that a call takes only a moment and a long statement shows its progress. */
const LINES_PER_CALL = 25;
const PREVIEWS_AT_ONCE = 2;

const PREVIEW = 'preview';

export interface Batch {
  /** What booking all lines will do; null until all previews are loaded. */
  outcome: Outcome | null;
  mails: Preview['mails'];
  /** Why lines cannot be booked, by number. */
  refusals: ReadonlyMap<number, string>;
  /** The number of lines whose preview is loaded. */
  previewed: number;
  /** The number of lines booked so far; null unless booking is under way. */
  booking: number | null;
  failure: string | null;
  /** Resolves to the number of booked lines. */
  book: () => Promise<number>;
}

/** Loads the previews of all lines to be booked, and books exactly what they show. */
export function useBatch(importId: number, sure: readonly Wanted[], decided: readonly Wanted[]): Batch {
  const queries = useQueryClient();
  const [booking, setBooking] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // Separate chunks, so that a new or withdrawn decision does not invalidate the previews of lines without one.
  const chunks = useMemo(() => [...chunksOf(sure), ...chunksOf(decided)], [sure, decided]);
  const keyOf = (lines: readonly Wanted[]) => [PREVIEW, 'statement-book', importId, lines];
  const known = chunks.filter((lines) => queries.getQueryData(keyOf(lines)) !== undefined).length;
  const previews = useQueries({
    queries: chunks.map((lines, index) => ({
      queryKey: keyOf(lines),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        officeCall('statement-book', { import: importId, lines, preview: '' }, { signal, isPreview: true }),
      enabled: index < known + PREVIEWS_AT_ONCE && booking === null,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const answers = previews.flatMap(({ data }) => data ?? []);
  const isComplete = answers.length === chunks.length && chunks.length > 0;
  const failed = previews.find(({ error }) => error instanceof ApiError)?.error;

  const book = async () => {
    setFailure(null);
    setBooking(0);
    let done = 0;
    try {
      for (const [index, lines] of chunks.entries()) {
        const { preview } = previews[index]!.data!;
        const answer = await officeCall('statement-book', { import: importId, lines, preview });
        done += answer.rows.filter(({ refusal }) => refusal === null).length;
        setBooking((earlier) => (earlier ?? 0) + lines.length);
      }
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(thrown.message);
    } finally {
      queries.removeQueries({ queryKey: [PREVIEW, 'statement-book'] });
      // Orders, inbox and figures now show the money.
      await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== PREVIEW });
      setBooking(null);
    }
    return done;
  };

  return {
    mails: {
      key: answers.map(({ preview }) => preview).join(' '),
      read: async (signal) => {
        // Only the first mail can be read if there are many.
        const lines = chunks[answers.findIndex(({ outcome }) => outcome.mails.length > 0)] ?? [];
        const request = { import: importId, lines, preview: WITH_MAIL_TEXTS };
        return (await officeCall('statement-book', request, { signal, isPreview: true })).mail_texts ?? [];
      },
    },
    outcome: isComplete ? joinOutcomes(answers.map(({ outcome }) => outcome)) : null,
    refusals: new Map(
      answers.flatMap(({ rows }) =>
        rows.flatMap(({ key, refusal }) => (refusal === null ? [] : [[Number(key), refusal] as const])),
      ),
    ),
    previewed: answers.reduce((all, { rows }) => all + rows.length, 0),
    booking,
    failure: failure ?? failed?.message ?? null,
    book,
  };
}

function chunksOf(lines: readonly Wanted[]): Wanted[][] {
  const chunks: Wanted[][] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_CALL) chunks.push(lines.slice(at, at + LINES_PER_CALL));
  return chunks;
}
