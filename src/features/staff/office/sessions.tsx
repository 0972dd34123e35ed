import type { OfficeAnswer } from '#browser/office-calls.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { ComputerIcon, PhoneIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { deviceInWords } from '../words/device-words.ts';
import styles from './team.module.css';

interface SessionsProps {
  sessions: OfficeAnswer<'me'>['sessions'];
  onEnd: (id: number) => void;
  onEndAll: (() => void) | undefined;
  endAllLabel: string;
}

export function Sessions({ sessions, onEnd, onEndAll, endAllLabel }: SessionsProps) {
  const language = useLanguage();
  const { text, textNodes } = language;
  if (sessions.length === 0) return <p className={styles.quiet}>{text('Not signed in anywhere.')}</p>;
  return (
    <>
      <ul className={styles.lines}>
        {sessions.map((session) => (
          <li key={session.id}>
            {/iPhone|Android|iPad/.test(session.device) ? <PhoneIcon size={18} /> : <ComputerIcon size={18} />}
            <span>
              {deviceInWords(session.device, language)}
              <small>
                {session.is_current && <>{text('This session')} · </>}
                {textNodes('since {began} · last active {active}', {
                  began: <Moment at={session.began_at} />,
                  active: <Moment at={session.last_active_at} />,
                })}
              </small>
            </span>
            {!session.is_current && (
              <Button
                kind="text"
                aria-label={text('End the session on {device}', { device: deviceInWords(session.device, language) })}
                onClick={() => onEnd(session.id)}
              >
                {text('End')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {onEndAll && (
        <p className={styles.buttons}>
          <Button kind="secondary" small onClick={onEndAll}>
            {endAllLabel}
          </Button>
        </p>
      )}
    </>
  );
}
