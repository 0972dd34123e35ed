import { useEffect, useRef, useState } from 'react';
import { ApiError, NO_ANSWER } from '#browser/api-error.ts';
import type { OfficeCallOptions } from '#browser/office-api.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';

export interface ExportedPart {
  csv: string;
  rows: number;
  /** Where the next part begins; null if this is the last one. */
  next: string | null;
}

interface ExportButtonProps {
  /** The name of the file, without the day. */
  name: string;
  /** Whether the file names people. */
  hasNames: boolean;
  /** Loads the part that begins after this place; null for the first one. */
  load: (after: string | null, options: OfficeCallOptions) => Promise<ExportedPart>;
  /** Rows of the list. */
  count: number;
  /** There are more rows than `count`; how many is not known. */
  hasMore: boolean;
}

/**
 * Saves all pages of the list as a CSV file, which is loaded in parts. A failure stays next to the button until the
 * next attempt. An empty list has nothing to save, and no button. Leaving the page stops the export.
 */
export function ExportButton({ name, hasNames, load, count, hasMore }: ExportButtonProps) {
  const { text, countText, translate } = useLanguage();
  const { timezone, locale } = useShopSettings();
  /** The number of rows loaded so far; null if no export is running. */
  const [loaded, setLoaded] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setLoaded(0);
    setFailure(null);
    try {
      const parts: Blob[] = [];
      let rows = 0;
      let after: string | null = null;
      do {
        const part: ExportedPart = await load(after, { signal });
        // A browser may keep blobs on its disk.
        parts.push(new Blob([part.csv]));
        rows += part.rows;
        setLoaded(rows);
        after = part.next;
      } while (after);
      download(
        new Blob(parts, { type: 'text/csv;charset=utf-8' }),
        `${name}-${isoDay(localDay(new Date(), timezone))}.csv`,
      );
      toast(countText(rows, { one: '{count} row exported.', other: '{count} rows exported.' }));
    } catch (thrown) {
      if (!signal.aborted) setFailure(thrown instanceof ApiError ? thrown.message : NO_ANSWER);
    } finally {
      setLoaded(null);
    }
  };
  if (count === 0 && !hasMore) return null;
  const isBusy = loaded !== null;
  const label = () => {
    if (loaded) return countText(loaded, { one: '{count} row so far', other: '{count} rows so far' });
    if (hasMore) {
      const known = { count: count.toLocaleString(locale) };
      return hasNames
        ? text('Export more than {count} rows with names', known)
        : text('Export more than {count} rows without names', known);
    }
    return hasNames
      ? countText(count, { one: 'Export {count} row with names', other: 'Export {count} rows with names' })
      : countText(count, { one: 'Export {count} row without names', other: 'Export {count} rows without names' });
  };
  return (
    <>
      <Button kind="secondary" small busy={isBusy} onClick={() => void save()}>
        <DownloadIcon size={18} />
        {label()}
      </Button>
      {failure !== null && (
        <Notice tone="bad" small role="status">
          {text('The export failed.')} {translate(failure)}{' '}
          <Button kind="text" small busy={isBusy} onClick={() => void save()}>
            {text('Try again')}
          </Button>
        </Notice>
      )}
    </>
  );
}

/** How long a browser may take to begin saving a file, in milliseconds. */
const SAVING_MS = 10_000;

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
}
