import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';
import { StubCard, StubGrid } from './stub-card.tsx';

/** A sunken block in the shape of what will come; it appears only after a moment. Decoration: give its container `aria-busy`. */
export function Skeleton({ shape = 'line', className }: { shape?: 'line' | 'title' | 'block'; className?: string }) {
  return <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}

/** Cards of a listing that is still on its way. */
export function CardSkeletons({ count = 6 }: { count?: number }) {
  const keys = Array.from({ length: count }, (_, index) => `card-${index}`);
  return (
    <div aria-hidden="true">
      <StubGrid>
        {keys.map((key) => (
          <StubCard
            key={key}
            picture={<Skeleton shape="block" className={styles.square} />}
            foot={
              <>
                <Skeleton shape="title" />
                <Skeleton className={styles.button} />
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
