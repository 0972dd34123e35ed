import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './folded.module.css';

interface FoldedProps {
  /** The label of the button that unfolds the controls. */
  label: string;
  /** How many of them are set, which the button shows. */
  chosen?: number;
  small?: boolean;
  /** The controls, which are laid out by the box around this component. */
  children: ReactNode;
}

/** Controls that phones show on request, because they would fill the first screen. */
export function Folded({ label, chosen = 0, small = false, children }: FoldedProps) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <>
      <Button
        kind="secondary"
        small={small}
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {label}
        {chosen > 0 && ` (${chosen})`}
      </Button>
      <div id={id} className={classNames(styles.controls, !isUnfolded && styles.folded)}>
        {children}
      </div>
    </>
  );
}
