import { togglePanel, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import { CartButton, CartClock } from '#features/cart/shop/public.tsx';
import { menuOf } from '#features/shop-config/domain/menu.ts';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import { menuLabel } from '#features/shop-config/words/menu.ts';
import { CloseIcon, MenuIcon, WebsiteIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { AccountButton } from './account-button.tsx';
import styles from './header.module.css';
import { Logo } from './logo.tsx';
import { PhoneMenu } from './phone-menu.tsx';

export function Header({ page }: { page: RouteName }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Logo />
        <nav className={styles.nav} aria-label={text('Main')}>
          <PlainList className={styles.entries}>
            {menuOf(config).map(({ name, to, pages }) => (
              <li key={to}>
                <Link to={to} className={styles.entry} aria-current={pages.includes(page) ? 'page' : undefined}>
                  {translate(menuLabel({ name }, config))}
                </Link>
              </li>
            ))}
          </PlainList>
        </nav>
        <div className={styles.side}>
          {config.website && (
            <a className={styles.website} href={config.website.url}>
              <WebsiteIcon />
              <span>{config.website.label}</span>
            </a>
          )}
          <AccountButton />
          {config.shopActive && <CartButton />}
          <MenuButton />
        </div>
      </div>
      <PhoneMenu page={page} />
    </header>
  );
}

function MenuButton() {
  const { text } = useLanguage();
  const isOpen = usePanel() === 'menu';
  return (
    <button
      type="button"
      className={styles.menuButton}
      aria-expanded={isOpen}
      aria-controls="menu"
      onClick={() => togglePanel('menu')}
    >
      {isOpen ? <CloseIcon size={22} /> : <MenuIcon size={22} />}
      <span className="visually-hidden">{text('Menu')}</span>
    </button>
  );
}

/** The header of pages where people pay, with the logo and in the checkout the cart's clock. */
export function QuietHeader({ hasClock }: { hasClock: boolean }) {
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Logo />
        <div className={styles.side}>{hasClock && <CartClock />}</div>
      </div>
    </header>
  );
}
