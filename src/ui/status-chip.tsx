import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './status-chip.module.css';
import tones from './tone.module.css';
import type { Tone } from './tone.ts';
import { ToneShape } from './tone-shape.tsx';

/** A status, never a button. The features' `shown-status.ts` provide tone and label. */
export function StatusChip({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <span className={classNames(styles.chip, tones[tone], className)}>
      <ToneShape tone={tone} />
      {children}
    </span>
  );
}
