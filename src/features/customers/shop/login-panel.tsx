import { type Ref, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { safeFromPath } from '#kernel/from-path.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { SidePanel } from '#ui/side-panel.tsx';
import { returnPathOfPanel } from '../domain/panel-return.ts';
import styles from './auth-page.module.css';
import { LoginForm } from './login-form.tsx';
import panelStyles from './login-panel.module.css';
import { LogoutButton } from './logout-button.tsx';

/** The login form, or once logged in the customer's links and the logout button. */
export function LoginPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { text } = useLanguage();
  const { customer } = useBundle();
  const email = useRef<HTMLInputElement>(null);
  return (
    <SidePanel
      open={open}
      onClose={onClose}
      title={customer ? text('Your account') : text('Log in')}
      initialFocus={customer ? undefined : email}
    >
      {customer ? <Account onClose={onClose} /> : <Visitor emailRef={email} onClose={onClose} />}
    </SidePanel>
  );
}

function Visitor({ emailRef, onClose }: { emailRef: Ref<HTMLInputElement>; onClose: () => void }) {
  const { text } = useLanguage();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const from = new URLSearchParams(search).get('from');
  // The registration mail's link returns to the customer's current page.
  const afterRegistering = returnPathOfPanel(pathname, from) === null ? pathname + search : safeFromPath(from);
  const onLoggedIn = () => {
    onClose();
    const to = returnPathOfPanel(pathname, from);
    if (to !== null) navigate(to, { replace: true });
  };
  return (
    <>
      <LoginForm emailRef={emailRef} headingLevel={3} onLoggedIn={onLoggedIn} />
      <div className={styles.alternatives}>
        <ButtonLink kind="secondary" wide to={paths.register(afterRegistering)} onClick={onClose}>
          {text('Register')}
        </ButtonLink>
        <div className={styles.links}>
          <ButtonLink kind="text" to={paths.forgotPassword()} onClick={onClose}>
            {text('Forgot your password?')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

function Account({ onClose }: { onClose: () => void }) {
  const { text } = useLanguage();
  const { customer } = useBundle();
  if (!customer) return null;
  return (
    <>
      <p className={panelStyles.who}>
        <b className={panelStyles.name}>{customer.full_name}</b>
        <span className={panelStyles.email}>{customer.email}</span>
      </p>
      <ButtonLink kind="secondary" wide to={paths.account()} onClick={onClose}>
        {text('Account Settings')}
      </ButtonLink>
      <LogoutButton wide onLoggedOut={onClose} />
    </>
  );
}
