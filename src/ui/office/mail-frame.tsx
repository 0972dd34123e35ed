import { classNames } from '../class-names.ts';
import styles from './mail-frame.module.css';
import { setStyles } from './set-styles.ts';

/** A mail in a frame without scripts. */
export const MailFrame = ({ subject, html, className }: { subject: string; html: string; className?: string }) => (
  <iframe
    className={classNames(styles.mail, className)}
    title={subject}
    // Without the origin, nobody could set the styles in the frame.
    sandbox="allow-same-origin"
    srcDoc={html}
    onLoad={setStyles}
  />
);
