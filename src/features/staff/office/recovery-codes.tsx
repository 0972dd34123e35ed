import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './sign-in-card.module.css';

/** The recovery codes, shown once, when they are made. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { text } = useLanguage();
  return (
    <div className={styles.lines}>
      <p className={styles.quiet}>
        {text('Each code signs you in once if you lose your phone or key. The codes will not be shown again.')}
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className={styles.keep}>
        <Button kind="secondary" small onClick={() => print()}>
          {text('Print')}
        </Button>
        <CopyButton text={codes.join('\n')} what={text('recovery codes')} />
      </p>
      <Button wide onClick={onKept}>
        {text('I have saved them')}
      </Button>
    </div>
  );
}
