import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Avatar } from '#ui/office/avatar.tsx';
import { KeyIcon, PhoneIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SaveBar } from '#ui/office/save-bar.tsx';
import { toast } from '#ui/toast.tsx';
import { ROLES, type Role } from '../domain/permissions.ts';
import { deviceInWords } from '../words/device-words.ts';
import { roleNames } from '../words/roles.ts';
import { RoleChoice } from './role-choice.tsx';
import { Sessions } from './sessions.tsx';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { TheirValue } from './their-value.tsx';
import { useChange } from './use-change.ts';
import { useOfficeForm } from './use-office-form.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(({ ConfirmDialog: it }) => ({ default: it })));

/** One colleague: roles, sign-in, sessions. */
export function PersonPanel({ id }: { id: number }) {
  const { text } = useLanguage();
  const person = useOfficeCall('staff-person', { id });
  return (
    <QueryState query={person} failed={text('This person did not load')}>
      {(answer) => <Person person={answer} />}
    </QueryState>
  );
}

/** Roles as one value of a form, in a fixed order. */
const textOf = (roles: readonly Role[]): string => ROLES.filter((role) => roles.includes(role)).join(' ');
const rolesIn = (text: string): Role[] => ROLES.filter((role) => text.split(' ').includes(role));

type Confirming = 'suspend' | 'reset' | null;

function Person({ person }: { person: OfficeAnswer<'staff-person'> }) {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const { may } = useStaffSession();
  const change = useChange();
  const form = useOfficeForm<{ roles: string }>({
    initial: { roles: textOf(person.roles) },
    latest: { roles: textOf(person.roles) },
    validate: ({ roles }) => (roles === '' ? [{ field: 'roles', message: text('Please choose a role.') }] : []),
    submit: async ({ roles }) => {
      try {
        await officeCall('staff-roles', { id, roles: rolesIn(roles), was: [...person.roles] });
        form.reset({ roles });
      } finally {
        await queries.invalidateQueries();
      }
    },
  });
  const roles = rolesIn(form.values.roles);
  const setRoles = (chosen: readonly Role[]) => form.setValue('roles', textOf(chosen));
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState<Confirming>(null);
  const { id, name } = person;
  const isSuspended = person.state === 'suspended';
  const changes = [
    ...roles
      .filter((role) => !person.roles.includes(role))
      .map((role) => text('Role added: {role}', { role: translate(roleNames[role]) })),
    ...person.roles
      .filter((role) => !roles.includes(role))
      .map((role) => text('Role removed: {role}', { role: translate(roleNames[role]) })),
  ];
  const fixed = person.roles.filter((role) => !person.may_give.includes(role));
  return (
    <Panel
      heading={
        <span className={styles.person}>
          <Avatar name={name} />
          {name}
        </span>
      }
      note={textNodes('since {began}', { began: <Moment at={person.since} /> })}
      actions={
        !person.is_me && (
          <Button
            kind="secondary"
            small
            busy={change.running === 'staff-suspend'}
            onClick={() =>
              isSuspended ? void change.run('staff-suspend', { id, suspended: false }) : setConfirming('suspend')
            }
          >
            {isSuspended ? text('Restore access') : text('Suspend…')}
          </Button>
        )
      }
    >
      {change.failure && (
        <Notice tone="bad" role="status" small>
          {translate(change.failure)}
        </Notice>
      )}
      {isSuspended && <Notice tone="warn">{text('Suspended: cannot sign in.')}</Notice>}
      {person.may_give.length > 0 ? (
        <>
          <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
          <RoleChoice
            offered={person.may_give}
            chosen={roles}
            onChange={(chosen) => setRoles([...fixed, ...chosen])}
            {...form.at('roles')}
          />
          <TheirValue
            value={form.theirs('roles') && person.roles.map((role) => translate(roleNames[role])).join(', ')}
            onUse={() => setRoles(person.roles)}
          />
          <SaveBar changes={changes} isSaving={form.pending} onSave={form.onSubmit} onDiscard={form.discard} />
        </>
      ) : (
        <>
          <h3 className={styles.section}>{text('Roles')}</h3>
          <p>{person.roles.map((role) => translate(roleNames[role])).join(', ')}</p>
          {person.is_me && <p className={styles.quiet}>{text('Only another owner can change your roles.')}</p>}
        </>
      )}
      <h3 className={styles.section}>{text('Sign-in')}</h3>
      <ul className={styles.lines}>
        {person.passkey_list.map((passkey) => (
          <li key={passkey.id}>
            <KeyIcon size={18} />
            <span>
              {deviceInWords(passkey.name, language)}
              <small>{textNodes('Added {added}', { added: <Moment at={passkey.added_at} /> })}</small>
            </span>
          </li>
        ))}
        {person.code_app_added_at && (
          <li>
            <PhoneIcon size={18} />
            <span>
              {text('Authenticator app')}
              <small>
                {textNodes('Added {added} · {count} of 10 recovery codes left', {
                  added: <Moment at={person.code_app_added_at} />,
                  count: person.recovery_codes_left,
                })}
              </small>
            </span>
          </li>
        )}
        {person.passkey_list.length === 0 && !person.code_app_added_at && (
          <li>
            <span className={styles.late}>{text('None yet')}</span>
          </li>
        )}
      </ul>
      {!person.is_me && (
        <p className={styles.buttons}>
          <Button kind="secondary" small onClick={() => setConfirming('reset')}>
            {text('Reset sign-in…')}
          </Button>
        </p>
      )}
      <h3 className={styles.section}>{text('Sessions')}</h3>
      <Sessions
        sessions={person.sessions}
        onEnd={(session) => void change.run('staff-end-sessions', { id, session })}
        onEndAll={
          person.sessions.length > 0 && !person.is_me ? () => void change.run('staff-end-sessions', { id }) : undefined
        }
        endAllLabel={text('End all sessions')}
      />
      {may('audit.see') && (
        <p className={styles.buttons}>
          <Link to={`/audit?person=${id}`}>{text('{name}’s activity', { name })}</Link>
        </p>
      )}
      {confirming && (
        <Suspense>
          <ConfirmDialog
            open
            dangerous
            onClose={() => setConfirming(null)}
            busy={change.running !== null}
            title={
              confirming === 'suspend'
                ? text('Suspend {name}?', { name })
                : text('Reset the sign-in of {name}?', { name })
            }
            confirmLabel={confirming === 'suspend' ? text('Suspend {name}', { name }) : text('Reset sign-in')}
            onConfirm={async () => {
              if (confirming === 'suspend') await change.run('staff-suspend', { id, suspended: true });
              else if (await change.run('staff-reset-factors', { id }))
                toast(text('Link to set up sign-in emailed to {email}.', { email: person.email }));
              setConfirming(null);
            }}
          >
            {confirming === 'suspend'
              ? text('All their sessions end now, and they can no longer sign in. Their name stays in the records.')
              : text(
                  'This removes their password, passkeys, authenticator app and recovery codes, ends all their sessions, and emails them a link to set up new ones.',
                )}
          </ConfirmDialog>
        </Suspense>
      )}
    </Panel>
  );
}
