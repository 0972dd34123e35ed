import type { MouseEvent, ReactNode, Ref } from 'react';
import { useBusyIndicator } from './busy-indicator.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { useLanguage } from './language.ts';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { useAwaitsHydration } from './use-awaits-hydration.ts';

type ButtonKind = 'primary' | 'secondary' | 'danger' | 'text';

interface ButtonLooks {
  /** Default: `primary`. */
  kind?: ButtonKind;
  /** 40 px high instead of 48, for rows and cards. */
  small?: boolean;
  wide?: boolean;
  className?: string;
}

export interface ButtonProps extends ButtonLooks {
  children?: ReactNode;
  type?: 'button' | 'submit' | 'reset';
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Whether a call is running: the label stays, a spinner appears after a moment, and presses do nothing. */
  busy?: boolean;
  disabled?: boolean;
  /** Presses do nothing, but the button stays focusable. Refer to the reason, given as text, in `aria-describedby`. */
  unavailable?: boolean;
  id?: string;
  name?: string;
  value?: string;
  form?: string;
  ref?: Ref<HTMLButtonElement>;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'dialog' | 'menu';
  'aria-controls'?: string;
  'aria-pressed'?: boolean;
}

const looks = ({ kind = 'primary', small, wide, className }: ButtonLooks) =>
  classNames(styles.button, styles[kind], small && styles.small, wide && styles.wide, className);

/** The default label is 'Click Me'. */
export function Button({
  children,
  kind,
  small,
  wide,
  className,
  type = 'button',
  busy = false,
  unavailable = false,
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) {
  const { text } = useLanguage();
  const spinning = useBusyIndicator(busy);
  const blocked = busy || unavailable;
  // Before the scripts run, the browser itself would send the form, with all input (even a password) in the address.
  const awaitsHydration = useAwaitsHydration(type === 'submit');
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || awaitsHydration}
      data-awaits-hydration={awaitsHydration || undefined}
      className={looks({ kind, small, wide, className })}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      data-busy={busy || undefined}
      onClick={(event) => {
        if (blocked) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>
        {spinning && <Spinner className={styles.spinner} />}
        {children === undefined ? text('Click Me') : children}
      </span>
    </button>
  );
}

export interface ButtonLinkProps extends ButtonLooks {
  children: ReactNode;
  /** A path of this shop. Without it, `href` makes an ordinary link. */
  to?: string;
  href?: string;
  newWindow?: boolean;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  ref?: Ref<HTMLAnchorElement>;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

/** A link that looks like a button. */
export function ButtonLink({ children, kind, small, wide, className, to, href, newWindow, ...rest }: ButtonLinkProps) {
  const anchorProps = {
    ...rest,
    className: looks({ kind, small, wide, className }),
    ...(newWindow ? { target: '_blank', rel: 'noopener' } : {}),
  };
  const label = <span className={styles.label}>{children}</span>;
  if (to !== undefined)
    return (
      <Link {...anchorProps} to={to}>
        {label}
      </Link>
    );
  return (
    <a {...anchorProps} href={href}>
      {label}
    </a>
  );
}
