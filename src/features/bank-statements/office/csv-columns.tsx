import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { withRole } from '../domain/csv-columns.ts';
import type { Columns, SentFiles } from './csv-answer.ts';
import styles from './csv-columns.module.css';
import { CsvForm } from './csv-form.tsx';
import { CsvLines } from './csv-lines.tsx';
import { CsvTable } from './csv-table.tsx';

/** If `meaning` is null, the server guesses it again, because another form of the file gives other columns. */
interface Choice {
  form: Columns['form'];
  meaning: Columns['meaning'] | null;
}

interface CsvColumnsProps {
  files: SentFiles;
  /** The name of the CSV in `files`. */
  file: string;
  isBusy: boolean;
  onSaved: () => void;
  onCancel: () => void;
}

/** Asks what the columns of a CSV mean, and shows how its first lines would be read. */
export function CsvColumns({ files, file, isBusy, onSaved, onCancel }: CsvColumnsProps) {
  const { text, translate } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [choice, setChoice] = useState<Choice | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) summary.current?.focus();
  }, [failure]);
  const [isSaving, setSaving] = useState(false);
  const query = useQuery({
    queryKey: ['statement-columns', id, choice],
    queryFn: ({ signal }) =>
      officeCall(
        'statement-columns',
        { files, file, form: choice?.form ?? null, meaning: choice?.meaning ?? null },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // The files do not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => box.current?.focus(), []);

  const save = async ({ names, form, meaning }: Columns) => {
    setFailure(null);
    setSaving(true);
    try {
      await officeCall('statement-columns-save', { names, form, meaning });
      onSaved();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setFailure(translate(thrown.errors.columns?.[0] ?? thrown.message));
    } finally {
      setSaving(false);
    }
  };

  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Panel heading={text('What do the columns mean?')} note={file} flush>
        <QueryState query={query} failed={text('The file could not be read')}>
          {(found) => {
            // Shown at once, before the server has read the file that way.
            const meaning = choice?.meaning ?? found.meaning;
            const change = (changed: Partial<Columns['meaning']>) =>
              setChoice({ form: found.form, meaning: { ...meaning, ...changed } });
            return (
              <>
                <p className={styles.guide}>
                  {text(
                    'The meanings are a guess. Correct them and check the lines below. They are remembered for files with the same headings.',
                  )}
                </p>
                <CsvTable
                  names={found.names}
                  rows={found.rows}
                  roles={meaning.roles}
                  onRole={(index, role) => change({ roles: withRole(meaning.roles, index, role) })}
                />
                <CsvForm
                  form={found.form}
                  meaning={meaning}
                  directions={found.directions}
                  onMeaning={change}
                  onForm={(changed) => setChoice({ form: { ...found.form, ...changed }, meaning: null })}
                />
                {found.problem === null ? <CsvLines {...found} /> : null}
                <div className={styles.end} aria-live="polite">
                  {found.problem !== null && <Notice tone="bad">{found.problem}</Notice>}
                  {failure !== null && <ErrorSummary errors={[{ message: failure }]} ref={summary} headingLevel={3} />}
                  <div className={styles.buttons}>
                    <Button kind="secondary" onClick={onCancel}>
                      {text('Cancel')}
                    </Button>
                    <Button
                      busy={isSaving || isBusy}
                      unavailable={found.problem !== null || query.isPlaceholderData}
                      onClick={() => void save(found)}
                    >
                      {text('Read with these columns')}
                    </Button>
                  </div>
                </div>
              </>
            );
          }}
        </QueryState>
      </Panel>
    </div>
  );
}
