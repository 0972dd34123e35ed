import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './code.module.css';

/** A code of an order, a refund, a payment or a ticket, or an account number: kept on one line. Copied, it is the plain code. */
export const Code = ({ children, className }: { children: ReactNode; className?: string }) => (
  <span className={classNames(styles.code, className)}>{children}</span>
);
