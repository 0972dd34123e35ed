import { useParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Avatar } from '#ui/office/avatar.tsx';
import { PlusIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { toast } from '#ui/toast.tsx';
import { roleNames } from '../words/roles.ts';
import { InvitePanel } from './invite-panel.tsx';
import { PersonPanel } from './person-panel.tsx';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { useTeamTabs } from './team-tabs.ts';
import { useChange } from './use-change.ts';

/** The list of staff, next to a form to invite somebody, or to the person in the page's address. */
export default function StaffPage() {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const { id } = useParams();
  const list = useOfficeCall('staff-list', {});
  const change = useChange();
  const chosen = id === undefined ? null : Number(id);
  const name = list.data?.people.find((person) => person.id === chosen)?.name;
  usePageTitle(name ? `${name} · ${text('Team')}` : text('Team'), shopName);
  return (
    <>
      <PageHead
        heading={text('Team')}
        sub={text('Everyone needs a passkey or an authenticator app.')}
        actions={
          chosen !== null && (
            <ButtonLink to="/staff">
              <PlusIcon size={18} />
              {text('Invite someone')}
            </ButtonLink>
          )
        }
        tabs={useTeamTabs('/staff')}
        tabsLabel={text('Team')}
      />
      {change.failure && (
        <Notice tone="bad" role="status" className={styles.notice}>
          {translate(change.failure)}
        </Notice>
      )}
      <div className={classNames(styles.columns, chosen !== null && styles.opened)}>
        <div className={styles.stack}>
          <Panel heading={text('Staff')} flush>
            <QueryState query={list} failed={text('The staff did not load')}>
              {({ people }) => <People people={people} chosen={chosen} />}
            </QueryState>
          </Panel>
          {list.data && <Invites people={list.data.people} change={change} />}
        </div>
        {chosen === null ? (
          <InvitePanel
            taken={list.data?.people.map(({ email }) => email) ?? []}
            onInvited={() => void list.refetch()}
          />
        ) : (
          <div>
            <p className={styles.back}>
              <Link to="/staff">{text('All staff')}</Link>
            </p>
            <PersonPanel key={chosen} id={chosen} />
          </div>
        )}
      </div>
    </>
  );
}

type Person = OfficeAnswer<'staff-list'>['people'][number];

function People({ people, chosen }: { people: readonly Person[]; chosen: number | null }) {
  const { text, textNodes, countText, translate } = useLanguage();
  const signInOf = ({ passkeys, has_code_app }: Person) =>
    passkeys > 0
      ? countText(passkeys, { one: '{count} passkey', other: '{count} passkeys' })
      : has_code_app
        ? text('Authenticator app')
        : null;
  return (
    <List
      caption={text('Staff')}
      hasFewColumns
      rows={people}
      rowKey={({ id }) => String(id)}
      href={({ id }) => `/staff/${id}`}
      isCurrent={({ id }) => id === chosen}
      columns={[
        {
          key: 'name',
          header: text('Name'),
          cell: ({ name, email, is_me }) => (
            <span className={styles.person}>
              <Avatar name={name} />
              <span>
                <b>{name}</b> {is_me && <span className={styles.quiet}>{text('you')}</span>}
                <small>{email}</small>
              </span>
            </span>
          ),
        },
        {
          key: 'roles',
          header: text('Roles'),
          cell: (person) => (
            <span className={styles.beside}>
              {person.roles.map((role) => translate(roleNames[role])).join(', ')}
              {person.state === 'suspended' ? (
                <small className={styles.phone}>{text('Suspended')}</small>
              ) : (
                signInOf(person) === null && (
                  <small className={classNames(styles.phone, styles.late)}>{text('No sign-in yet')}</small>
                )
              )}
            </span>
          ),
        },
        {
          key: 'sign-in',
          header: text('Sign-in'),
          wideOnly: true,
          cell: (person) => signInOf(person) ?? <span className={styles.late}>{text('None yet')}</span>,
        },
        {
          key: 'seen',
          header: text('Last seen'),
          wideOnly: true,
          cell: ({ state, last_seen_at, invited_at }) => {
            if (state === 'suspended') return text('Suspended');
            if (last_seen_at) return <Moment at={last_seen_at} />;
            return invited_at ? textNodes('Invited {when}', { when: <Moment at={invited_at} /> }) : text('Never');
          },
        },
      ]}
    />
  );
}

function Invites({ people, change }: { people: readonly Person[]; change: ReturnType<typeof useChange> }) {
  const { text, textNodes } = useLanguage();
  const waiting = people.filter(({ state }) => state === 'invited' || state === 'expired');
  if (waiting.length === 0) return null;
  return (
    <Panel heading={text('Invitations')} note={waiting.length}>
      <ul className={styles.lines}>
        {waiting.map(({ id, name, email, state, invite_ends_at }) => (
          <li key={id}>
            <span>
              {name}
              <small>
                {state === 'expired' ? (
                  <span className={styles.late}>{text('Expired unused')}</span>
                ) : (
                  invite_ends_at && textNodes('Valid until {when}', { when: <Moment at={invite_ends_at} /> })
                )}
              </small>
            </span>
            <Button
              kind="text"
              aria-label={text('Send again to {name}', { name })}
              onClick={async () => {
                if (await change.run('staff-invite-again', { id }))
                  toast(text('Invitation emailed to {email}.', { email }));
              }}
            >
              {text('Send again')}
            </Button>
            <Button
              kind="text"
              aria-label={text('Withdraw {name}’s invitation', { name })}
              onClick={async () => {
                if (await change.run('staff-invite-withdraw', { id })) toast(text('Invitation withdrawn.'));
              }}
            >
              {text('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
