import { useHasPageData } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Prose } from '#ui/prose.tsx';
import { CallToActionCards } from './call-to-action-cards.tsx';
import { FeaturedItems } from './featured-items.tsx';
import { Hero } from './hero.tsx';
import styles from './home-page.module.css';
import { ViewCartBar } from './view-cart-bar.tsx';
import { WaitingRoomNotices } from './waiting-room-notices.tsx';

export function HomePage() {
  const { config } = useBundle();
  usePageTitle('', config.name);
  return config.shopActive ? <OpenShop /> : <UnderConstruction />;
}

function OpenShop() {
  const { text } = useLanguage();
  const { texts, name } = useBundle().config;
  const hasData = useHasPageData();
  return (
    <>
      <Hero
        title={texts.tagline || name}
        line={texts.heroLine}
        action={<ButtonLink to={paths.tickets()}>{text('See tickets')}</ButtonLink>}
      />
      <div className={`page ${styles.sections}`}>
        {hasData && <WaitingRoomNotices from={paths.tickets()} />}
        <CallToActionCards />
        {hasData && <FeaturedItems />}
      </div>
      <ViewCartBar />
    </>
  );
}

function UnderConstruction() {
  const { text } = useLanguage();
  const { texts, name } = useBundle().config;
  return (
    <>
      <Hero title={texts.underConstructionTitle || name} line="" />
      <div className={`page ${styles.construction}`}>
        {texts.underConstructionHtml && <Prose html={texts.underConstructionHtml} className={styles.text} />}
        <ButtonLink kind="secondary" to={paths.portal()}>
          {text('Go to the portal')}
        </ButtonLink>
      </div>
    </>
  );
}
