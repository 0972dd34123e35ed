import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SearchBox } from '#features/search/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { roleNames } from '#features/staff/words/roles.ts';
import { classNames } from '#ui/class-names.ts';
import { LogoMark, MenuIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Avatar } from '#ui/office/avatar.tsx';
import { EyeIcon } from '#ui/office/icons.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { firstPage, isIn, letteredPlaces, MENU, placesIn } from './menu.ts';
import styles from './shell.module.css';
import { useGoKeys } from './use-go-keys.ts';

const SidePanel = lazy(() => import('#ui/side-panel.tsx').then(({ SidePanel: it }) => ({ default: it })));

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then(({ KeysDialog: it }) => ({ default: it })));

/** The frame with the menu next to the page. On phones a button in the header opens the menu. */
export function Shell({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { text, translate } = language;
  const { shopName, person, may } = useStaffSession();
  const places = placesIn(may, language);
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isShowingKeys, setShowingKeys] = useState(false);
  const lettered = letteredPlaces(may, language);
  useGoKeys({
    isOn: person.uses_shortcuts,
    go: (letter) => {
      const place = lettered.find((one) => one.letter === letter);
      if (place) navigate(place.to);
    },
    showKeys: () => setShowingKeys(true),
  });
  return (
    <div className={styles.shell}>
      <a className="skip-link" href="#content">
        {text('Skip to main content')}
      </a>
      <nav className={styles.menu} aria-label={text('Office')}>
        <Link to="/" className={styles.sign}>
          <LogoMark size={34} />
          <span>
            {shopName}
            <small>{text('Office')}</small>
          </span>
        </Link>
        <Entries />
        <Link to="/me" className={styles.me} aria-current={pathname === '/me' ? 'page' : undefined}>
          <Avatar name={person.name} />
          <span>
            {person.name}
            <small>{person.roles.map((role) => translate(roleNames[role])).join(', ')}</small>
          </span>
        </Link>
      </nav>
      <div className={styles.main}>
        <header className={styles.topline}>
          <span className={styles.phoneSign}>
            <LogoMark size={32} />
            <b className={classNames(may('orders.see') && 'visually-hidden')}>{shopName}</b>
          </span>
          {may('orders.see') && <SearchBox places={places} />}
          <a href="/" target="_blank" rel="noopener" className={styles.ghost}>
            <EyeIcon />
            {text('View shop')}
          </a>
          {person.uses_shortcuts && (
            <button
              type="button"
              className={styles.ghost}
              aria-label={text('Keyboard shortcuts')}
              aria-haspopup="dialog"
              onClick={() => setShowingKeys(true)}
            >
              ?
            </button>
          )}
          <button
            type="button"
            className={styles.round}
            aria-label={text('Menu')}
            aria-haspopup="dialog"
            onClick={() => setMenuAt(pathname)}
          >
            <MenuIcon />
          </button>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {menuAt !== null && (
        <Suspense>
          <SidePanel open={menuAt === pathname} onClose={() => setMenuAt(null)} title={text('Menu')}>
            <div className={styles.panelMenu}>
              <Entries />
              <Link to="/me" className={styles.me}>
                <Avatar name={person.name} />
                <span>
                  {person.name}
                  <small>{person.roles.map((role) => translate(roleNames[role])).join(', ')}</small>
                </span>
              </Link>
            </div>
          </SidePanel>
        </Suspense>
      )}
      <ConnectionNotice />
      {isShowingKeys && (
        <Suspense>
          <KeysDialog places={lettered} onClose={() => setShowingKeys(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Entries() {
  const language = useLanguage();
  const { pathname } = useLocation();
  const { may } = useStaffSession();
  const entries = MENU.map((entry) => ({ ...entry, to: firstPage(entry, may) }));
  return (
    <ul className={styles.entries}>
      {entries.map(
        (entry) =>
          entry.to !== null && (
            <li key={entry.to}>
              <Link to={entry.to} aria-current={isIn(entry, pathname) ? 'page' : undefined}>
                <entry.icon size={18} />
                {entry.label(language)}
                {entry.count && <entry.count />}
              </Link>
            </li>
          ),
      )}
    </ul>
  );
}
