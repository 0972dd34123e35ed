import type { ReactNode } from 'react';
import { SEPARATOR } from '#kernel/separator.ts';
import { classNames } from './class-names.ts';
import styles from './fact-line.module.css';

export interface FactLineProps {
  facts: readonly ReactNode[];
  className?: string;
}

/** Puts dots between facts on the same line; no line begins or ends with a dot. Renders nothing without facts. */
export function FactLine({ facts, className }: FactLineProps) {
  const shown = facts.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  if (shown.length === 0) return null;
  return (
    <span className={classNames(styles.facts, className)}>
      <span className={styles.line}>
        {shown.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other order.
          <span key={index} className={styles.fact}>
            {index > 0 && <span className={styles.dot}>{SEPARATOR}</span>}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
