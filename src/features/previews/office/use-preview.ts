import { type QueryFilters, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeCallName, OfficeRequest } from '#browser/office-calls.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { WITH_MAIL_TEXTS } from '../domain/fingerprint.ts';

export type Previewed = {
  [Name in OfficeCallName]: OfficeAnswer<Name> extends { preview: string } ? Name : never;
}[OfficeCallName];

export type Outcome = OfficeAnswer<Previewed>['outcome'];
type MailTexts = NonNullable<OfficeAnswer<Previewed>['mail_texts']>;

/** A preview is requested once typing pauses for this long, in milliseconds. */
const PAUSE_MS = 250;

/** Somebody else was faster. */
const CONFLICT = 409;

/** Everything loaded except previews. */
const pageQueries: QueryFilters = { predicate: ({ queryKey: [first] }) => first !== 'preview' };

export interface Preview<Name extends Previewed = Previewed> {
  /** The preview's full answer; null in the same cases as `outcome`. */
  answer: OfficeAnswer<Name> | null;
  /** Null until the preview of the form's present values has arrived. */
  outcome: Outcome | null;
  /** A preview is being loaded. */
  isUnderWay: boolean;
  /** Why it cannot be done, or why the last press changed nothing. To be translated. */
  failure: string | null;
  /** By the server's field names. */
  errors: Readonly<Record<string, readonly string[]>>;
  mails: {
    /** Changes with the texts. */
    key: string;
    /** Loads the texts of the outcome's mails, in their order; of many mails only the first few. */
    read: (signal: AbortSignal) => Promise<MailTexts>;
  };
  /** The confirmed call is running. */
  isBusy: boolean;
  /** Resolves with the answer once the call has succeeded, otherwise with null. */
  confirm: () => Promise<OfficeAnswer<Name> | null>;
}

/**
 * Keeps the preview of a form current, and confirms exactly what it shows. `request` is null while the form is
 * incomplete.
 */
export function usePreview<Name extends Previewed>(
  name: Name,
  request: Omit<OfficeRequest<Name>, 'preview'> | null,
): Preview<Name> {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ of: string; error: ApiError } | null>(null);
  // The page waits until the form is gone: it might otherwise close the form together with what is typed in it.
  const isPageOld = useRef(false);
  useEffect(
    () => () => {
      if (isPageOld.current) void queries.invalidateQueries(pageQueries);
    },
    [queries],
  );
  const settled = useDebounced(request, PAUSE_MS);
  const requested = JSON.stringify(request);
  const isSettled = JSON.stringify(settled) === requested;
  const query = useQuery({
    queryKey: ['preview', name, settled],
    queryFn: ({ signal }) =>
      officeCall(name, { ...settled, preview: '' } as OfficeRequest<Name>, { signal, isPreview: true }),
    enabled: settled !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = isSettled && request !== null;
  const answer = isCurrent ? (query.data as OfficeAnswer<Name> | undefined) : undefined;
  const error = isCurrent && query.error instanceof ApiError ? query.error : null;
  const failed = error ?? (refused?.of === requested ? refused.error : null);
  return {
    answer: error ? null : (answer ?? null),
    outcome: error ? null : (answer?.outcome ?? null),
    isUnderWay: request !== null && (!isSettled || query.isFetching),
    failure: failed?.message ?? null,
    errors: failed?.errors ?? {},
    mails: {
      key: answer?.preview ?? '',
      read: async (signal) => {
        const wanted = { ...request, preview: WITH_MAIL_TEXTS } as OfficeRequest<Name>;
        const seen = await officeCall(name, wanted, { signal, isPreview: true });
        // What would happen has changed meanwhile, so the page shows that too.
        if (seen.preview !== answer?.preview) void query.refetch();
        return seen.mail_texts ?? [];
      },
    },
    isBusy,
    confirm: async () => {
      if (!answer || request === null) return null;
      setBusy(true);
      try {
        const done = await officeCall(name, { ...request, preview: answer.preview } as OfficeRequest<Name>);
        setRefused(null);
        isPageOld.current = false;
        await queries.invalidateQueries(pageQueries);
        return done;
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown;
        setRefused({ of: requested, error: thrown });
        if (thrown.status !== CONFLICT) return null;
        isPageOld.current = true;
        await query.refetch();
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}
