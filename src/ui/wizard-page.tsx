import type { FormEvent, ReactNode } from 'react';
import { type Step, Stepper } from './stepper.tsx';
import styles from './wizard-page.module.css';

interface WizardPageProps {
  title: string;
  /** Absent once there is nothing left to do. */
  progress?: { steps: readonly Step[]; current: number };
  children: ReactNode;
}

/** Frames a wizard's step with its progress and heading. */
export function WizardPage({ title, progress, children }: WizardPageProps) {
  return (
    <div className={`page ${styles.page}`}>
      {progress && <Stepper {...progress} />}
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}

interface WizardFormProps {
  onSubmit: (event: FormEvent) => void;
  autoComplete?: 'off';
  children: ReactNode;
}

export const WizardForm = ({ children, ...form }: WizardFormProps) => (
  <form className={styles.form} noValidate {...form}>
    {children}
  </form>
);

/** The button that continues comes first, then the one that goes back. Phones stack them. */
export const WizardButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
);
