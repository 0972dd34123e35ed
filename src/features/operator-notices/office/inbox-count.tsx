import { useOfficeCall } from '#browser/use-office-call.ts';
import { useLanguage } from '#ui/language.ts';
import styles from './inbox-count.module.css';

/** Shown next to the menu's entry while something is waiting. */
export function InboxCount() {
  const { text } = useLanguage();
  const { data } = useOfficeCall('inbox', {});
  const count = data?.matters.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span className="visually-hidden">{text('Waiting')}: </span>
      {count}
    </span>
  );
}
