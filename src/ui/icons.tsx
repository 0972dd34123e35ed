import styles from './icons.module.css';
import { type IconProps, LineIcon } from './line-icon.tsx';

export const BasketIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M3.5 9.5h17l-1.7 9.1a2 2 0 0 1-2 1.6H7.2a2 2 0 0 1-2-1.6Z" />
    <path d="m8 9.5 2.6-6M16 9.5l-2.6-6" />
  </LineIcon>
);

export const WebsiteIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c2.7 2.6 4 5.6 4 9s-1.3 6.4-4 9c-2.7-2.6-4-5.6-4-9s1.3-6.4 4-9Z" />
  </LineIcon>
);

export const UserIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <circle cx="12" cy="8" r="4" />
    <path d="M5 20.5c.7-4 3.3-6 7-6s6.3 2 7 6" />
  </LineIcon>
);

export const MenuIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </LineIcon>
);

export const CloseIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />
  </LineIcon>
);

export const ChevronIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m6 9.5 6 6 6-6" />
  </LineIcon>
);

export const ArrowLeftIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M19 12H5.5M11 6l-6 6 6 6" />
  </LineIcon>
);

export const CheckIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </LineIcon>
);

export const CopyIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 5.5A2 2 0 0 0 13 4H6a2 2 0 0 0-2 2v7a2 2 0 0 0 1.5 2" />
  </LineIcon>
);

export const LockIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />
  </LineIcon>
);

export const MailIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="m4.5 7.5 7.5 6 7.5-6" />
  </LineIcon>
);

export const TicketIcon = (props: IconProps) => (
  <LineIcon {...props}>
    <path d="M3.5 6.5h17v3.3a2.3 2.3 0 0 0 0 4.4v3.3h-17v-3.3a2.3 2.3 0 0 0 0-4.4Z" />
    <path d="M14.5 7v1.5m0 2.7v1.6m0 2.7V17" />
  </LineIcon>
);

export const ErrorIcon = ({ size = 16, className }: IconProps) => (
  <svg className={className} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <circle cx="8" cy="8" r="8" fill="currentColor" />
    <path className={styles.cutout} d="M8 4v4.8M8 11.5v.2" fill="none" strokeWidth="2" strokeLinecap="round" />
  </svg>
);

/** Shows a lark in front of the sea. It is decorative unless `label` names it. */
export const LogoMark = ({ size = 36, className, label }: IconProps & { label?: string }) => (
  <svg
    className={className}
    width={size}
    height={size}
    viewBox="-18 -18 36 36"
    role={label ? 'img' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    focusable="false"
  >
    <circle r="18" className={styles.disc} />
    <path
      className={styles.lark}
      transform="translate(-1 0) scale(.56) rotate(-6)"
      d="M0 0C-4-7-12-11-22-10C-15-7-9-2-5 4C-7 7-8 10-8 13C-3 9 3 7 7 7C11 6 15 4 18 1C14 0 11-1 9-2C12-8 18-14 27-16C16-18 5-11 0 0Z"
    />
  </svg>
);
