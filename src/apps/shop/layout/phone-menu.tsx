import { useEffect, useRef } from 'react';
import { closePanels, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import { menuOf } from '#features/shop-config/domain/menu.ts';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import { menuLabel } from '#features/shop-config/words/menu.ts';
import { WebsiteIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './header.module.css';

/** The navigation on narrow screens, opened by the Menu button. Escape or a press outside closes it. */
export function PhoneMenu({ page }: { page: RouteName }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const isOpen = usePanel() === 'menu';
  const menu = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const header = menu.current?.closest('header');
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      closePanels();
      header?.querySelector<HTMLElement>('[aria-controls="menu"]')?.focus();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !header?.contains(event.target)) closePanels();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [isOpen]);

  return (
    <nav ref={menu} id="menu" className={styles.menu} aria-label={text('Menu')} hidden={!isOpen}>
      <PlainList className="page">
        {menuOf(config).map(({ name, to, pages }) => (
          <li key={to}>
            <Link
              to={to}
              className={styles.entry}
              aria-current={pages.includes(page) ? 'page' : undefined}
              onClick={closePanels}
            >
              {translate(menuLabel({ name }, config))}
            </Link>
          </li>
        ))}
        {config.website && (
          <li>
            <a className={styles.website} href={config.website.url}>
              <WebsiteIcon />
              <span>{config.website.label}</span>
            </a>
          </li>
        )}
      </PlainList>
    </nav>
  );
}
