import { classNames } from './class-names.ts';
import styles from './spinner.module.css';

/** A decorative spinner: the caller must also show a text. */
export function Spinner({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg
      className={classNames(styles.spinner, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="10" cy="10" r="8" opacity=".25" />
      <path d="M10 2a8 8 0 0 1 8 8" strokeLinecap="round" />
    </svg>
  );
}
