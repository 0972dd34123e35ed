import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import styles from './notice.module.css';
import tones from './tone.module.css';
import type { Tone } from './tone.ts';
import { ToneShape } from './tone-shape.tsx';

export interface NoticeProps {
  /** `info` unless told. */
  tone?: Tone;
  heading?: ReactNode;
  /** 2 unless told; 3 inside a section. */
  headingLevel?: 2 | 3;
  children?: ReactNode;
  /** One action: at the right, below on phones. */
  action?: ReactNode;
  /** `status` for what appears after an action and should be said once, politely. */
  role?: 'status';
  /** Compact, for guidance inside forms and dialogs. */
  small?: boolean;
  id?: string;
  /** For a notice that takes focus after an action; it is focusable by script. */
  ref?: Ref<HTMLDivElement>;
  className?: string;
}

/** A block in a tone: the next step, a warning, a success that stays. */
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
