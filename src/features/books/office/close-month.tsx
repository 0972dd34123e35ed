import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useAttempt } from '#browser/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { FailedAttempt } from '#ui/office/failed-attempt.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './books.module.css';
import { downloadBooks } from './download-books.ts';
import { monthText } from './month-text.ts';
import { WhatCloses } from './what-closes.tsx';

type Books = OfficeAnswer<'books-list'>['months'][number];

/**
 * Offers to close the earliest month that is over and not closed, and explains the consequences. One click closes the
 * month and downloads its file as soon as it is made.
 */
export function CloseMonth({ months }: { months: readonly Books[] }) {
  const { text } = useLanguage();
  const { locale } = useShopSettings();
  const queries = useQueryClient();
  const [closed, setClosed] = useState<string | null>(null);
  const next = months.findLast(({ state }) => state === 'closable');
  const closing = useAttempt(async () => {
    if (!next) return;
    await officeCall('books-close', { month: next.month });
    setClosed(next.month);
    await queries.invalidateQueries({ queryKey: ['books-list'] });
  });
  const download = useAttempt(async () => {
    if (closed !== null) await downloadBooks(closed);
  });
  const isMade = months.some(({ month, state }) => month === closed && state === 'made');
  const start = useEffectEvent(() => void download.start());
  useEffect(() => {
    if (isMade) start();
  }, [isMade]);
  if (!next && closed === null) return null;
  // Hides the next month's button, which would appear under the pointer that has just closed this month.
  const isUnderWay = closed !== null && (!isMade || download.isBusy);
  const closedText = closed === null ? '' : monthText(closed, locale);
  const nextText = next ? monthText(next.month, locale) : '';
  return (
    <Panel heading={text('Close a month')}>
      <div className={styles.close}>
        {closed !== null && download.failure === null && (
          <p role="status">
            {isUnderWay
              ? text('{month} is closed. Its file is being made, and then downloaded.', { month: closedText })
              : text('{month} is closed. Its file is in your downloads.', { month: closedText })}
          </p>
        )}
        <FailedAttempt {...download} what={text('The file did not load')} />
        {next && !isUnderWay && (
          <>
            <p>
              {text(
                'Every booking and document is dated the day it is made, so {month} can no longer change. Closing puts the month into one file.',
                { month: nextText },
              )}
            </p>
            <WhatCloses month={next.month} />
            <FailedAttempt {...closing} what={text('{month} was not closed', { month: nextText })} />
            <Button busy={closing.isBusy} onClick={() => void closing.start()}>
              {text('Close {month} and download its books', { month: nextText })}
            </Button>
          </>
        )}
      </div>
    </Panel>
  );
}
