import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** A white panel. With `labelledBy` (and `as` section or aside) it is a named region. */
export function Card({
  children,
  className,
  as: Element = 'div',
  labelledBy,
}: {
  children: ReactNode;
  className?: string;
  as?: 'div' | 'section' | 'aside';
  labelledBy?: string;
}) {
  return (
    <Element className={classNames(styles.card, className)} aria-labelledby={labelledBy}>
      {children}
    </Element>
  );
}
