import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './code.module.css';

/** Keeps a code or account number on one line, without changing the text that is copied. */
export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={classNames(styles.code, className)}>{children}</span>
);
