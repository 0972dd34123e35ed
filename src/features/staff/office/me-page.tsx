import { startRegistration } from '@simplewebauthn/browser';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { dropKeptForms } from '#browser/kept-form.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { KeyIcon, PhoneIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { deviceInWords } from '../words/device-words.ts';
import { roleNames } from '../words/roles.ts';
import { CodeAppForm } from './code-app-form.tsx';
import type { OwnChange } from './confirm-own-change.tsx';
import { isOfficeLanguage, OWN_NAMES } from './office-languages.ts';
import { isPasskeyDismissed } from './passkey-dismissed.ts';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { useChange } from './use-change.ts';

const FormDialog = lazy(() => import('#ui/office/form-dialog.tsx').then(({ FormDialog: it }) => ({ default: it })));

const ConfirmOwnChange = lazy(() => import('./confirm-own-change.tsx'));

type Shown =
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'code-app'; setUp: OfficeAnswer<'totp-setup'> }
  | { kind: 'password' }
  | null;

/** The person's own account: sign-in, sessions, language, shortcuts. */
export default function MePage() {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const { shopName, person } = useStaffSession();
  const me = useOfficeCall('me', {});
  const change = useChange();
  const [shown, setShown] = useState<Shown>(null);
  const [confirming, setConfirming] = useState<OwnChange | null>(null);
  const byRecoveryCode = useLocation().state?.byRecoveryCode === true;
  const [passkeyFailure, setPasskeyFailure] = useState<string | null>(null);
  usePageTitle(text('Your account'), shopName);

  const showCodes = (codes: readonly string[] | null) => setShown(codes ? { kind: 'codes', codes } : null);
  const addPasskey = async () => {
    setPasskeyFailure(null);
    const started = await change.run('passkey-options', {});
    if (!started) return;
    try {
      const response = await startRegistration({ optionsJSON: started.options as never });
      const added = await change.run('add-passkey', {
        name: '',
        response: response as never,
      });
      if (added) showCodes(added.recovery_codes);
    } catch (thrown) {
      if (!isPasskeyDismissed(thrown)) setPasskeyFailure(text('Your browser could not create a passkey here.'));
    }
  };

  const confirmed = async (asked: OwnChange) => {
    if (asked.kind === 'codes') {
      const made = await change.run('recovery-codes', {});
      if (made) showCodes(made.recovery_codes);
    } else if (asked.kind === 'passkey') await change.run('remove-passkey', { id: asked.id });
    else await change.run('totp-remove', {});
    setConfirming(null);
  };

  return (
    <>
      <PageHead
        heading={person.name}
        sub={`${person.email} · ${person.roles.map((role) => translate(roleNames[role])).join(', ')}`}
        actions={
          <Button
            kind="secondary"
            small
            busy={change.running === 'logout'}
            onClick={async () => {
              if (!(await change.run('logout', {}))) return;
              dropKeptForms();
              location.assign('/office/');
            }}
          >
            {text('Sign out')}
          </Button>
        }
      />
      {byRecoveryCode && (
        <Notice tone="warn" className={styles.notice}>
          {text(
            'You signed in with a recovery code. If your phone or key is lost, add a new one below and then remove the lost one.',
          )}
        </Notice>
      )}
      {(change.failure ?? passkeyFailure) && (
        <Notice tone="bad" role="status" className={styles.notice}>
          {translate(change.failure ?? passkeyFailure!)}
        </Notice>
      )}
      <QueryState query={me} failed={text('Your account did not load')}>
        {(answer) => (
          <div className={styles.columns}>
            <div className={styles.stack}>
              <Panel heading={text('Sign-in')}>
                <ul className={styles.lines}>
                  {answer.passkeys.map((passkey) => (
                    <li key={passkey.id}>
                      <KeyIcon size={18} />
                      <span>
                        {deviceInWords(passkey.name, language)}
                        <small>
                          {passkey.last_used_at
                            ? textNodes('Added {added} · last used {used}', {
                                added: <Moment at={passkey.added_at} />,
                                used: <Moment at={passkey.last_used_at} />,
                              })
                            : textNodes('Added {added}', { added: <Moment at={passkey.added_at} /> })}
                        </small>
                        {passkey.counter_went_back && (
                          <small className={styles.late}>
                            {text(
                              'Its counter once went backwards, so it may have been copied. If you did not expect that, remove it.',
                            )}
                          </small>
                        )}
                      </span>
                      <Button
                        kind="text"
                        aria-label={text('Remove {name}', { name: deviceInWords(passkey.name, language) })}
                        onClick={() =>
                          setConfirming({
                            kind: 'passkey',
                            id: passkey.id,
                            name: deviceInWords(passkey.name, language),
                          })
                        }
                      >
                        {text('Remove…')}
                      </Button>
                    </li>
                  ))}
                  {answer.code_app_added_at && (
                    <li>
                      <PhoneIcon size={18} />
                      <span>
                        {text('Authenticator app')}
                        <small>{textNodes('Added {added}', { added: <Moment at={answer.code_app_added_at} /> })}</small>
                      </span>
                      <Button
                        kind="text"
                        aria-label={text('Remove the authenticator app')}
                        onClick={() => setConfirming({ kind: 'code-app' })}
                      >
                        {text('Remove…')}
                      </Button>
                    </li>
                  )}
                </ul>
                <div className={styles.buttons}>
                  <Button
                    kind="secondary"
                    small
                    busy={change.running === 'passkey-options' || change.running === 'add-passkey'}
                    onClick={() => void addPasskey()}
                  >
                    {text('Add a passkey')}
                  </Button>
                  {answer.has_password && (
                    <Button
                      kind="secondary"
                      small
                      busy={change.running === 'totp-setup'}
                      onClick={async () => {
                        const setUp = await change.run('totp-setup', {});
                        if (setUp) setShown({ kind: 'code-app', setUp });
                      }}
                    >
                      {answer.code_app_added_at
                        ? text('Replace the authenticator app')
                        : text('Add an authenticator app')}
                    </Button>
                  )}
                  <Button kind="secondary" small onClick={() => setShown({ kind: 'password' })}>
                    {answer.has_password ? text('Change password') : text('Set a password')}
                  </Button>
                </div>
                {answer.has_password && (
                  <p className={styles.line}>
                    <span>
                      {text('Recovery codes')}
                      <small>{text('{count} of 10 left', { count: answer.recovery_codes_left })}</small>
                    </span>
                    <Button kind="text" onClick={() => setConfirming({ kind: 'codes' })}>
                      {text('Create new codes…')}
                    </Button>
                  </p>
                )}
              </Panel>
              <Panel heading={text('Settings')}>
                <div className={styles.settings}>
                  <SelectField
                    id="office-language"
                    label={text('Language')}
                    value={answer.language ?? ''}
                    options={[
                      { value: '', label: text('Same as the shop') },
                      ...Object.entries(OWN_NAMES).map(([value, label]) => ({ value, label })),
                    ]}
                    onChange={({ currentTarget: { value } }) =>
                      void change.run('my-settings', { language: isOfficeLanguage(value) ? value : null })
                    }
                  />
                  <Checkbox
                    id="office-keys"
                    label={text('Single-letter keyboard shortcuts')}
                    checked={answer.uses_shortcuts}
                    onChange={({ currentTarget: { checked } }) =>
                      void change.run('my-settings', { uses_shortcuts: checked })
                    }
                  />
                </div>
              </Panel>
            </div>
            <Panel heading={text('Sessions')}>
              <Sessions
                sessions={answer.sessions}
                onEnd={(id) => void change.run('end-session', { id })}
                onEndAll={answer.sessions.length > 1 ? () => void change.run('end-other-sessions', {}) : undefined}
                endAllLabel={text('End all others')}
              />
            </Panel>
          </div>
        )}
      </QueryState>
      {confirming && (
        <Suspense>
          <ConfirmOwnChange
            change={confirming}
            busy={change.running !== null}
            onClose={() => setConfirming(null)}
            onConfirm={() => void confirmed(confirming)}
          />
        </Suspense>
      )}
      {shown && (
        <Suspense>
          <FormDialog
            onClose={(reason) => {
              // The codes are not shown again, so a stray key or press must not take them away.
              const isStray = reason === 'escape' || reason === 'backdrop';
              if (shown.kind !== 'codes' || !isStray) setShown(null);
            }}
            title={
              shown.kind === 'codes'
                ? text('Your recovery codes')
                : shown.kind === 'code-app'
                  ? text('Authenticator app')
                  : text('Password')
            }
          >
            {shown.kind === 'codes' && <RecoveryCodes codes={shown.codes} onKept={() => setShown(null)} />}
            {shown.kind === 'code-app' && (
              <CodeAppForm
                setUp={shown.setUp}
                onCancel={() => setShown(null)}
                onAdded={async (codes) => {
                  showCodes(codes);
                  await me.refetch();
                }}
              />
            )}
            {shown.kind === 'password' && (
              <PasswordForm
                email={person.email}
                onSet={async () => {
                  setShown(null);
                  await me.refetch();
                }}
              />
            )}
          </FormDialog>
        </Suspense>
      )}
    </>
  );
}
