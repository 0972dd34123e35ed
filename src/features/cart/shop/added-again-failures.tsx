import { text } from '#kernel/text.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './added-again-failures.module.css';
import { fullNameOf, keyOf } from './cart-line.ts';
import type { AddAgainFailure } from './use-add-again.ts';

/** Which items of an expired cart did not come back, and why. */
export function AddedAgainFailures({ failures }: { failures: readonly AddAgainFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <Notice tone="warn" small>
      <p>{failures.length === 1 ? text('This could not be added again:') : text('These could not be added again:')}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes the role away from lists without bullets. */}
      <ul role="list" className={styles.failures}>
        {failures.map(({ line, message }) => (
          <li key={keyOf(line)}>
            <b>{fullNameOf(line)}</b>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
