import { classNames } from './class-names.ts';
import { useLanguage } from './language.ts';
import { Link } from './link.tsx';
import styles from './stepper.module.css';

export interface Step {
  label: string;
  /** The address of a completed step. */
  to?: string;
  /** Called instead of following `to` if the step has no address. */
  onBack?: () => void;
}

/** "Step 1 of 2" with a bar above a wizard's heading. Later steps are not links. `current` counts from 1. */
export function Stepper({
  steps,
  current,
  className,
}: {
  steps: readonly Step[];
  current: number;
  className?: string;
}) {
  const { text } = useLanguage();
  return (
    <nav className={classNames(styles.stepper, className)} aria-label={text('Progress')}>
      <p className={styles.count}>{text('Step {current} of {count}', { current, count: steps.length })}</p>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const done = index + 1 < current;
          return (
            <li
              key={step.label}
              className={classNames(styles.step, index < current && styles.reached)}
              aria-current={index + 1 === current ? 'step' : undefined}
            >
              {done && step.to !== undefined ? (
                <Link to={step.to}>{step.label}</Link>
              ) : done && step.onBack ? (
                <button type="button" className={styles.back} onClick={step.onBack}>
                  {step.label}
                </button>
              ) : (
                <span className={styles.label}>{step.label}</span>
              )}
              {done && <span className="visually-hidden"> {text('(done)')}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
