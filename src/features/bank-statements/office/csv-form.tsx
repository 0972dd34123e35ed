import { useId } from 'react';
import { csvCharsets, csvDates } from '#features/shop-config/domain/statement-csv.ts';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import type { Columns } from './csv-answer.ts';
import styles from './csv-columns.module.css';

interface CsvFormProps {
  form: Columns['form'];
  meaning: Columns['meaning'];
  directions: readonly string[];
  onMeaning: (changed: Partial<Columns['meaning']>) => void;
  onForm: (changed: Partial<Columns['form']>) => void;
}

const ROWS_TO_CHOOSE = 30;

/** How amounts, dates and the file itself are written. */
export function CsvForm({ form, meaning, directions, onMeaning, onForm }: CsvFormProps) {
  const { text } = useLanguage();
  const id = useId();
  const rows = Array.from({ length: Math.max(ROWS_TO_CHOOSE, form.skip_lines + 1) }, (_, index) => ({
    value: String(index),
    label: String(index + 1),
  }));
  return (
    <div className={styles.form}>
      <div className={styles.fields}>
        <SelectField
          id={`${id}-dates`}
          label={text('Dates look like')}
          value={meaning.dates}
          options={csvDates.map((dates) => ({ value: dates, label: exampleOf(dates) }))}
          onChange={({ currentTarget: { value } }) => onMeaning({ dates: csvDates.find((one) => one === value)! })}
        />
        <SelectField
          id={`${id}-decimal`}
          label={text('Amounts look like')}
          value={meaning.decimal}
          options={[
            { value: ',', label: '1.234,56' },
            { value: '.', label: '1,234.56' },
          ]}
          onChange={({ currentTarget: { value } }) => onMeaning({ decimal: value === '.' ? '.' : ',' })}
        />
        {meaning.roles.includes('direction') && (
          <>
            <SelectField
              id={`${id}-in`}
              label={text('Means money in')}
              value={meaning.in ?? ''}
              placeholder={text('Choose')}
              options={wordsWith(directions, meaning.in)}
              onChange={({ currentTarget: { value } }) => onMeaning({ in: value || null })}
            />
            <SelectField
              id={`${id}-out`}
              label={text('Means money out')}
              value={meaning.out ?? ''}
              placeholder={text('Choose')}
              options={wordsWith(directions, meaning.out)}
              onChange={({ currentTarget: { value } }) => onMeaning({ out: value || null })}
            />
          </>
        )}
      </div>
      <details className={styles.more}>
        <summary>{text('Columns or letters look wrong')}</summary>
        <div className={styles.fields}>
          <SelectField
            id={`${id}-row`}
            label={text('Row with the headings')}
            value={String(form.skip_lines)}
            options={rows}
            onChange={({ currentTarget: { value } }) => onForm({ skip_lines: Number(value) })}
          />
          <SelectField
            id={`${id}-separator`}
            label={text('Between the columns')}
            value={form.separator}
            options={[
              { value: ';', label: text('Semicolon') },
              { value: ',', label: text('Comma') },
              { value: '\t', label: text('Tab') },
              { value: '|', label: text('Vertical bar') },
            ]}
            onChange={({ currentTarget: { value } }) => onForm({ separator: value })}
          />
          <SelectField
            id={`${id}-charset`}
            label={text('Character set')}
            value={form.charset}
            options={csvCharsets.map((charset) => ({ value: charset, label: charset }))}
            onChange={({ currentTarget: { value } }) => onForm({ charset: csvCharsets.find((one) => one === value)! })}
          />
        </div>
      </details>
    </div>
  );
}

/** The words of the file, and the chosen one even if this file does not have it. */
const wordsWith = (directions: readonly string[], chosen: string | null) =>
  [...new Set([...directions, ...(chosen ? [chosen] : [])])].map((word) => ({ value: word, label: word }));

/** Uses the 25th, which cannot be a month. */
const exampleOf = (dates: string): string =>
  dates.replace('yyyy', '2027').replace('yy', '27').replace('mm', '01').replace('dd', '25');
