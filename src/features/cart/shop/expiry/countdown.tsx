import { classNames } from '#ui/class-names.ts';
import { useLanguage } from '#ui/language.ts';
import { clockDigits, clockTone, spokenTimeLeft } from './cart-clock.ts';
import styles from './countdown.module.css';

interface ClockProps {
  /** Whole seconds left, from `useSecondsLeft()`. */
  seconds: number;
  className?: string;
}

/** Hidden from assistive technology because the digits change every second. */
export function CountdownDigits({ seconds, className }: ClockProps) {
  return (
    <span className={classNames(styles.digits, styles[clockTone(seconds)], className)} aria-hidden="true">
      {clockDigits(seconds)}
    </span>
  );
}

/** The time left for screen readers, to the minute. */
const SpokenTime = ({ seconds }: { seconds: number }) => {
  const { translate } = useLanguage();
  return <span className="visually-hidden">{translate(spokenTimeLeft(seconds))}</span>;
};

/** "12:41 left" as a pill, for the reduced header of the checkout. */
export function CountdownPill({ seconds, className }: ClockProps) {
  const { textNodes } = useLanguage();
  return (
    <p className={classNames(styles.pill, styles[clockTone(seconds)], className)}>
      <span aria-hidden="true">
        {textNodes('{clock} left', {
          clock: <span className={styles.pillDigits}>{clockDigits(seconds)}</span>,
        })}
      </span>
      <SpokenTime seconds={seconds} />
    </p>
  );
}

export interface CountdownBlockProps extends ClockProps {
  /** The time of a full ring: `config.cartMinutes * 60`. */
  totalSeconds: number;
  sentence?: string;
}

/** The ring with its sentence, at the top of the cart panel. */
export function CountdownBlock({ seconds, totalSeconds, sentence, className }: CountdownBlockProps) {
  const { text, textNodes } = useLanguage();
  const part = totalSeconds > 0 ? Math.min(1, seconds / totalSeconds) : 0;
  return (
    <div className={classNames(styles.block, styles[clockTone(seconds)], className)}>
      <svg className={styles.ring} viewBox="0 0 36 36" width={36} height={36} aria-hidden="true" focusable="false">
        <circle cx="18" cy="18" r="14.5" className={styles.track} />
        <circle
          cx="18"
          cy="18"
          r="14.5"
          className={styles.left}
          pathLength={100}
          strokeDasharray={`${Math.round(part * 1000) / 10} 100`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <div>
        <p className={styles.sentence}>{sentence ?? text('We are holding these for you')}</p>
        <p className={styles.remaining}>
          <span aria-hidden="true">
            {textNodes('{clock} left', {
              clock: <span className={styles.figure}>{clockDigits(seconds)}</span>,
            })}
          </span>
          <SpokenTime seconds={seconds} />
        </p>
      </div>
    </div>
  );
}
