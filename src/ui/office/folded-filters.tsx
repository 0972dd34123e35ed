import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { useLanguage } from '../language.ts';
import styles from './folded-filters.module.css';

interface FoldedFiltersProps {
  /** How many of them are set. */
  chosen: number;
  /** The filters, which are laid out by the box around this component. */
  children: ReactNode;
}

/** Filters that phones show on request, because they would fill the first screen. Their button says how many are set. */
export function FoldedFilters({ chosen, children }: FoldedFiltersProps) {
  const { text } = useLanguage();
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <>
      <Button
        kind="secondary"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {text('Filters')}
        {chosen > 0 && ` (${chosen})`}
      </Button>
      <div id={id} className={classNames(styles.filters, !isUnfolded && styles.folded)}>
        {children}
      </div>
    </>
  );
}
