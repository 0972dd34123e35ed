import { useId } from 'react';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import { type CsvRole, csvRoles } from '../domain/csv-columns.ts';
import styles from './csv-columns.module.css';

const roleNames: Record<CsvRole, string> = {
  date: markedText('Date'),
  amount: markedText('Amount'),
  amount_in: markedText('Money in'),
  amount_out: markedText('Money out'),
  direction: markedText('In or out'),
  currency: markedText('Currency'),
  text: markedText('Payment text'),
  name: markedText('Payer'),
  iban: markedText('Payer’s account'),
  account: markedText('Your account'),
  bank_reference: markedText('Bank’s reference'),
  end_to_end_id: markedText('End-to-end reference'),
};

interface CsvTableProps {
  names: readonly string[];
  rows: readonly (readonly string[])[];
  roles: readonly (CsvRole | null)[];
  onRole: (index: number, role: CsvRole | null) => void;
}

/** The first rows of a CSV, with a choice above each column. */
export function CsvTable({ names, rows, roles, onRole }: CsvTableProps) {
  const { text, translate } = useLanguage();
  const id = useId();
  const options = [
    { value: '', label: text('Not used') },
    ...csvRoles.map((role) => ({ value: role, label: translate(roleNames[role]) })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={styles.scroll} aria-label={text('The first rows of the file')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {names.map((name, index) => (
              <th key={name} scope="col" data-used={roles[index] ? '' : undefined}>
                <span className={styles.name}>{name}</span>
                <SelectField
                  id={`${id}-${index}`}
                  label={text('Meaning of {column}', { column: name })}
                  labelHidden
                  value={roles[index] ?? ''}
                  options={options}
                  onChange={({ currentTarget: { value } }) =>
                    onRole(index, csvRoles.find((role) => role === value) ?? null)
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and never move.
            <tr key={number}>
              {names.map((name, index) => (
                <td key={name} data-used={roles[index] ? '' : undefined}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
