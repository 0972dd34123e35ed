import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

/** A panel in the surface colour. With `as` section or aside, `labelledBy` makes it a landmark with that name. */
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
