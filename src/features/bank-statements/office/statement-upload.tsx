import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { toast } from '#ui/toast.tsx';
import { MAX_OFFICE_BYTES } from '../domain/max-office-bytes.ts';
import { tooLargeForOffice } from '../words/staff/file-problems.ts';
import { base64Of } from './base64-of.ts';
import type { SentFiles } from './csv-answer.ts';
import { CsvColumns } from './csv-columns.tsx';
import { FileDrop } from './file-drop.tsx';

/** Reads the bank's files. For a CSV with unknown columns, it asks what they mean. */
export function StatementUpload() {
  const language = useLanguage();
  const { text, translate } = language;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [asksColumns, setAsksColumns] = useState(false);
  const [asked, setAsked] = useState<{ files: SentFiles; file: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const read = async (files: SentFiles, { isAsking, hasChosen }: { isAsking: boolean; hasChosen: boolean }) => {
    setFailure(null);
    setBusy(true);
    try {
      const answer = await officeCall('statement-read', { files, asks_columns: isAsking });
      if (answer.import === null) {
        setAsked({ files, file: answer.columns_of ?? '' });
        return;
      }
      void queries.invalidateQueries({ queryKey: ['statement-imports'] });
      if (answer.is_known) {
        toast(
          hasChosen
            ? text('This file was already imported, with its earlier columns. Discard it to import it again.')
            : text('This file was already imported.'),
        );
      }
      navigate(`/money/statements/${answer.import}`);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(translate(thrown.errors.files?.[0] ?? thrown.message));
    } finally {
      setBusy(false);
    }
  };

  const readChosen = async (chosen: FileList | null) => {
    const files = [...(chosen ?? [])];
    if (files.length === 0) return;
    setAsked(null);
    if (files.reduce((all, { size }) => all + size, 0) > MAX_OFFICE_BYTES) {
      setFailure(
        tooLargeForOffice(
          files.map(({ name }) => name),
          language,
        ),
      );
      return;
    }
    let sent: SentFiles;
    try {
      sent = await Promise.all(files.map(async (file) => ({ name: file.name, content: await base64Of(file) })));
    } catch {
      // It was moved, changed or deleted since it was chosen, or it is a folder.
      setFailure(text('The file could not be opened. Please choose it again.'));
      return;
    }
    await read(sent, { isAsking: asksColumns, hasChosen: false });
  };

  return (
    <>
      <Panel heading={text('Files')} hidesHeading>
        <FileDrop isBusy={isBusy} onFiles={(files) => void readChosen(files)} />
        <Checkbox
          id="asks-columns"
          checked={asksColumns}
          label={text('Show the columns of a CSV before it is read, to change them')}
          onChange={({ currentTarget: { checked } }) => setAsksColumns(checked)}
        />
        {failure !== null && (
          <Notice tone="bad" role="status">
            {failure}
          </Notice>
        )}
      </Panel>
      {asked && (
        <CsvColumns
          key={`${asked.file} ${asked.files.map(({ content }) => content.length).join()}`}
          {...asked}
          isBusy={isBusy}
          onSaved={() => void read(asked.files, { isAsking: false, hasChosen: true })}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
}
