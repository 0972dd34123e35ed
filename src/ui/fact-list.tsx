import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './fact-list.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
}

export interface FactListProps {
  facts: readonly (Fact | false | null | undefined)[];
  /** `apart` (default): values at the far end. `beside`: values in a column. `ruled`: like `beside`, with lines. */
  layout?: 'apart' | 'beside' | 'ruled';
  className?: string;
}

export function FactList({ facts, layout = 'apart', className }: FactListProps) {
  return (
    <dl className={classNames(styles.facts, styles[layout], className)}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label} className={styles.fact}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
