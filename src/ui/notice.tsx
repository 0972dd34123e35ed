import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';
import tones from './tone.module.css';
import type { Tone } from './tone.ts';
import { ToneShape } from './tone-shape.tsx';

export interface NoticeProps {
  /** Default: `info`. */
  tone?: Tone;
  heading?: ReactNode;
  /** Default: 2. Use 3 inside a section. */
  headingLevel?: 2 | 3;
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
  /** Set to `status` if the notice appears after an action and must be announced. */
  role?: 'status';
  /** Makes the notice compact, for guidance inside forms and dialogs. */
  small?: boolean;
  id?: string;
  /** For a notice that takes focus after an action. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

export function Notice({
  tone = 'info',
  heading,
  headingLevel = 2,
  children,
  action,
  small = false,
  ref,
  className,
  ...rest
}: NoticeProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      {...rest}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={classNames(styles.notice, tones[tone], small && styles.small, className)}
    >
      <ToneShape tone={tone} size={small ? 9 : 12} className={heading ? styles.shapeAtHeading : styles.shape} />
      <div className={styles.words}>
        {heading && <Heading className={styles.heading}>{heading}</Heading>}
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
