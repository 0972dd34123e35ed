import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './code.module.css';

/** Keeps a code or account number on one line, without changing the text that is copied. */
export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={classNames(styles.code, className)}>{children}</span>
);

/** Codes of orders, refunds and payments, such as `SLK-4X7VPD-R3`. */
const CODES = /([A-Z]{2,6}(?:-[A-Z0-9]+)+)/;

/** A text whose codes each stay on one line. */
export const TextWithCodes = ({ children }: { children: string }) =>
  // The pieces at odd indexes are the codes.
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move.
  children.split(CODES).map((piece, index) => (index % 2 === 1 ? <Code key={index}>{piece}</Code> : piece));
