import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useLanguage } from '#ui/language.ts';
import { lateness, limitDays } from '../domain/lateness.ts';
import { ageText } from './age.ts';
import styles from './inbox.module.css';

/** Shows how long a matter has waited; if it is late, in red and with the reason. */
export function Age({ matter }: { matter: OfficeAnswer<'inbox'>['matters'][number] }) {
  const language = useLanguage();
  const { text, countText } = language;
  const now = new Date();
  if (matter.since === null) return null;
  const age = ageText(language, matter.since, now);
  const late = lateness(matter, now);
  if (late === null) return <span>{age}</span>;
  return (
    <span className={styles.late}>
      {late === 'deadline'
        ? text('{age}, deadline passed', { age })
        : countText(
            limitDays(matter),
            { one: '{age}, limit {count} day', other: '{age}, limit {count} days' },
            { age },
          )}
    </span>
  );
}
