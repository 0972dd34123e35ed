import { useState } from 'react';
import { ApiError, NO_ANSWER } from '#browser/api-error.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { MAX_EXPORTED } from '../domain/max-exported.ts';

export interface Exported {
  csv: string;
  rows: number;
  is_truncated: boolean;
}

interface ExportButtonProps {
  /** The name of the file, without the day. */
  name: string;
  load: () => Promise<Exported>;
  /** Rows of the list. */
  count: number;
  /** There are more rows than `count`; how many is not known. */
  hasMore: boolean;
}

/**
 * Saves all pages of the list as a CSV file. A failure stays next to the button until the next attempt. An empty list
 * has nothing to save, and no button.
 */
export function ExportButton({ name, load, count, hasMore }: ExportButtonProps) {
  const { text, countText, translate } = useLanguage();
  const { timezone, locale } = useShopSettings();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    try {
      const { csv, rows, is_truncated: isTruncated } = await load();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      link.download = `${name}-${isoDay(localDay(new Date(), timezone))}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setFailure(null);
      toast(
        isTruncated
          ? text('Only the first {count} were exported. Narrow the list to export the rest.', { count: rows })
          : countText(rows, { one: '{count} row exported.', other: '{count} rows exported.' }),
      );
    } catch (thrown) {
      setFailure(thrown instanceof ApiError ? thrown.message : NO_ANSWER);
    } finally {
      setBusy(false);
    }
  };
  if (count === 0 && !hasMore) return null;
  return (
    <>
      <Button kind="secondary" small busy={isBusy} onClick={() => void save()}>
        <DownloadIcon size={18} />
        {hasMore
          ? text('Export up to {count} rows', { count: MAX_EXPORTED.toLocaleString(locale) })
          : countText(count, { one: 'Export {count} row', other: 'Export {count} rows' })}
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
