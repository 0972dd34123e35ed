import type { ReactNode } from 'react';
import styles from './page-head.module.css';
import { TabRow } from './tab-row.tsx';

export interface PageHeadProps {
  heading: ReactNode;
  /** In the heading's row, such as a button that copies it. */
  beside?: ReactNode;
  /** One line below the heading. */
  sub?: ReactNode;
  actions?: ReactNode;
  /** Tabs to this page and the pages next to it. */
  tabs?: readonly { label: string; to: string; current: boolean }[];
  tabsLabel?: string;
}

/** The heading of a page of the office, with its actions and tabs. */
export function PageHead({ heading, beside, sub, actions, tabs = [], tabsLabel }: PageHeadProps) {
  return (
    <>
      <div className={styles.head}>
        <div className={styles.words}>
          <div className={styles.row}>
            <h1 tabIndex={-1}>{heading}</h1>
            {beside}
          </div>
          {sub && <p className={styles.sub}>{sub}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {tabs.length > 1 && (
        <TabRow
          label={tabsLabel ?? ''}
          kind="lines"
          tabs={tabs.map(({ label, to, current }) => ({ key: to, to, isCurrent: current, content: label }))}
        />
      )}
    </>
  );
}
