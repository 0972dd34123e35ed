import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { MailFrame } from '#ui/office/mail-frame.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import type { Outcome, Preview } from './use-preview.ts';
import styles from './what-will-happen.module.css';

type Mail = Outcome['mails'][number];

/** If there are more mails than this, only some addresses are shown, with the number of all. */
const MAX_MAILS = 5;
const MAX_ADDRESSES = 10;

/** The mails that will be sent, each with its text to read. Of many mails only the first can be read. */
export function MailLines({
  list,
  texts,
  showsFirst,
}: {
  list: readonly Mail[];
  texts: Preview['mails'];
  showsFirst: boolean;
}) {
  const { text, countText } = useLanguage();
  if (list.length <= MAX_MAILS)
    return list.map((mail, index) => (
      <MailLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a mail is known by its place only.
        key={`${index} ${mail.kind}`}
        sentence={text('The email “{subject}” will be sent to {email}.', { subject: mail.subject, email: mail.to })}
        mail={mail}
        index={index}
        texts={texts}
        isOpenAtFirst={showsFirst && index === 0}
      />
    ));
  const addresses = [...new Set(list.map(({ to }) => to))];
  const emails = addresses.slice(0, MAX_ADDRESSES).join(', ');
  const others = addresses.length - MAX_ADDRESSES;
  return (
    <>
      <li>
        <MailIcon size={16} />
        <span>
          {countText(list.length, { one: '{count} email will be sent.', other: '{count} emails will be sent.' })}
        </span>
      </li>
      <li>
        <MailIcon size={16} />
        <span>
          {others > 0
            ? countText(
                others,
                { one: 'To {emails} and {count} more.', other: 'To {emails} and {count} more.' },
                { emails },
              )
            : text('To {emails}.', { emails })}
        </span>
      </li>
      <MailLine
        sentence={text('The first one is “{subject}”.', { subject: list[0]!.subject })}
        mail={list[0]!}
        index={0}
        texts={texts}
        isOpenAtFirst={showsFirst}
      />
    </>
  );
}

interface MailLineProps {
  sentence: string;
  mail: Mail;
  /** Its place in the outcome's list. */
  index: number;
  texts: Preview['mails'];
  isOpenAtFirst: boolean;
}

/** The text is loaded when somebody wants to read it. */
function MailLine({ sentence, mail, index, texts, isOpenAtFirst }: MailLineProps) {
  const { text } = useLanguage();
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <li className={styles.mail}>
      <MailIcon size={16} />
      <span id={`${id}-sentence`}>{sentence}</span>
      <Button
        kind="text"
        small
        aria-describedby={`${id}-sentence`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? text('Hide it') : text('Read it')}
      </Button>
      {isOpen && (
        <div id={id} className={styles.text}>
          <MailText subject={mail.subject} index={index} texts={texts} />
        </div>
      )}
    </li>
  );
}

function MailText({ subject, index, texts }: { subject: string; index: number; texts: Preview['mails'] }) {
  const { text, countText } = useLanguage();
  const query = useQuery({
    queryKey: ['preview', 'mail-texts', texts.key],
    queryFn: ({ signal }) => texts.read(signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryState query={query} failed={text('This email did not load')}>
      {(all) => {
        const mail = all[index];
        if (!mail) return <p className={styles.quiet}>{text('You can read this email in the list of emails.')}</p>;
        if (mail.html === null)
          return (
            <p className={styles.quiet}>
              {text('This email contains a link for its recipient only, so its text is not shown.')}
            </p>
          );
        return (
          <>
            <MailFrame subject={subject} html={mail.html} />
            {mail.tickets > 0 && (
              <p className={styles.quiet}>
                {countText(mail.tickets, {
                  one: '{count} ticket will be attached.',
                  other: '{count} tickets will be attached.',
                })}
              </p>
            )}
          </>
        );
      }}
    </QueryState>
  );
}
