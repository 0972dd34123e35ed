import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { ChevronIcon } from '../icons.tsx';
import { Link } from '../link.tsx';
import styles from './tab-row.module.css';

interface TabRowProps {
  /** The navigation's label for assistive technology. */
  label: string;
  tabs: readonly { key: string; to: string; isCurrent: boolean; content: ReactNode }[];
  kind: 'lines' | 'pills';
}

/**
 * Links to pages or views next to the current one, in rows. On phones a button with the current one opens the list of
 * all, because a row would have to scroll sideways.
 */
export function TabRow({ label, tabs, kind }: TabRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent) ?? tabs[0];
  return (
    <nav
      className={classNames(styles.row, styles[kind])}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <Button
        ref={button}
        kind="secondary"
        small
        className={styles.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {current?.content}
        <ChevronIcon size={16} />
      </Button>
      <div id={id} className={classNames(styles.tabs, isOpen && styles.open)}>
        {tabs.map(({ key, to, isCurrent, content }) => (
          <Link key={key} to={to} aria-current={isCurrent ? 'page' : undefined} onClick={() => setOpen(false)}>
            {content}
          </Link>
        ))}
      </div>
    </nav>
  );
}
