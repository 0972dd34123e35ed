import type { ReactNode } from 'react';

/** A list without bullets that stays a list for assistive technology. */
export function PlainList({ children, className, label }: { children: ReactNode; className?: string; label?: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari removes the role of lists without bullets.
    <ul role="list" className={className} aria-label={label}>
      {children}
    </ul>
  );
}
