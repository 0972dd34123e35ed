import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './stub.module.css';

export interface StubGridProps {
  children: ReactNode;
  className?: string;
  label?: string;
  /**
   * Leaves no card alone in the last row: on phones an odd last card fills it, and wide windows divide five or six
   * evenly.
   */
  fillsLastRow?: boolean;
}

/** A grid of `StubCard`s, whose feet are as high as the highest in their row. */
export function StubGrid({ children, className, label, fillsLastRow = false }: StubGridProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets.
    <ul role="list" className={classNames(styles.grid, fillsLastRow && styles.filled, className)} aria-label={label}>
      {children}
    </ul>
  );
}

export interface StubCardProps {
  /** The square picture at the top, such as a `ProductImage`. */
  picture: ReactNode;
  /** A chip over the picture's top left corner. */
  chip?: ReactNode;
  /** Between picture and perforation: category and name. */
  children: ReactNode;
  /** Below the perforation: price and action. */
  foot: ReactNode;
  className?: string;
}

/**
 * A product as a ticket: picture and name above the perforation, price and action on the stub. With `stubLinkClass`,
 * the link of the name covers picture and text but remains one link for assistive technology.
 */
export function StubCard({ picture, chip, children, foot, className }: StubCardProps) {
  return (
    <li className={classNames(styles.card, className)}>
      <div className={styles.upper}>
        <div className={styles.picture}>
          {picture}
          {chip && <div className={styles.chip}>{chip}</div>}
        </div>
        <div className={styles.text}>{children}</div>
      </div>
      <div className={styles.foot}>{foot}</div>
    </li>
  );
}

export const stubLinkClass = styles.link;
/** The small line above the name. */
export const stubCategoryClass = styles.category;
export const stubNameClass = styles.name;
/** Day and place below the name. */
export const stubDateClass = styles.date;

export interface StubRowProps {
  picture: ReactNode;
  children: ReactNode;
  /** At the right end; below the text on narrow rows. */
  actions?: ReactNode;
  as?: 'li' | 'div' | 'article';
  className?: string;
  id?: string;
}

/** A row whose picture is the stub, at the left: cart lines, tickets of an order, orders in the portal. */
export function StubRow({ picture, children, actions, as: Element = 'li', className, id }: StubRowProps) {
  return (
    <Element id={id} className={classNames(styles.row, className)}>
      <div className={styles.rowInside}>
        <div className={styles.rowPicture}>{picture}</div>
        <div className={styles.rowBody}>
          <div className={styles.rowText}>{children}</div>
          {actions && <div className={styles.rowActions}>{actions}</div>}
        </div>
      </div>
    </Element>
  );
}

/** Placeholders for a listing that is still loading. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  const keys = Array.from({ length: count }, (_, index) => `card-${index}`);
  return (
    <div aria-hidden="true">
      <StubGrid>
        {keys.map((key) => (
          <StubCard
            key={key}
            picture={<Skeleton shape="block" className={styles.squareToCome} />}
            foot={
              <>
                <Skeleton shape="title" />
                <Skeleton className={styles.buttonToCome} />
              </>
            }
          >
            <Skeleton />
            <Skeleton shape="title" />
          </StubCard>
        ))}
      </StubGrid>
    </div>
  );
}
