import { useEffect, useEffectEvent } from 'react';
import { useLocation, useParams } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { availability } from '#features/catalogue/domain/availability.ts';
import { categoryLabel, Gallery, itemDetails, PlanPreview } from '#features/catalogue/shop/public.tsx';
import { availabilityWords } from '#features/catalogue/words/availability.ts';
import { planNote, priceNote } from '#features/catalogue/words/price-notes.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { itemKindOf, matchRoute } from '#features/shop-config/domain/routes.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { Prose } from '#ui/prose.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { BuyBar } from './buy-bar.tsx';
import { BuyBox } from './buy-box.tsx';
import { Departures } from './departures.tsx';
import styles from './product-page.module.css';
import { StillAvailable } from './still-available.tsx';
import { WaitingRoomNotices } from './waiting-room-notices.tsx';

/** Shows one item. `useRedirect` keeps visitors away from items that are not on sale. */
export function ProductPage() {
  const { products, merchandise, config } = useBundle();
  const { pathname } = useLocation();
  const code = useParams().item;
  const route = matchRoute(pathname, config.ambassadorsUrl);
  const kind = (route && itemKindOf(route.name)) ?? 'tickets';
  const item = (kind === 'tickets' ? products : merchandise).find((one) => one.external_code === code);
  return item ? <Product key={item.id} item={item} /> : <ProductSkeleton />;
}

function Product({ item }: { item: ShopItem }) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config } = useBundle();
  usePageTitle(item.name, config.name);
  const trackView = useEffectEvent(() => track('ViewContent', [item]));
  useEffect(() => trackView(), []);
  const stock = availability(item);
  const notes = [priceNote(item), planNote(item)].filter((note) => note !== null).map(translate);
  return (
    <div className={`page ${styles.product}`}>
      <BackLink kind={item.shop_item_type} />
      <Gallery item={item} />
      <div className={styles.column}>
        <div className={styles.head}>
          <p className={styles.category}>{categoryLabel(item, config)}</p>
          <h1>{item.name}</h1>
          <FactLine facts={fullWhenAndWhere(language, item, config)} className={styles.date} />
        </div>
        <Price amount={item.price + item.fee} notes={notes} size="page" />
        <p className={styles[stock.kind]}>{translate(availabilityWords(stock))}</p>
        <WaitingRoomNotices
          items={item.in_stock ? [item] : []}
          from={paths.item(item.shop_item_type, item.external_code)}
        />
        {item.in_stock && planNote(item) !== null ? (
          <div className={styles.planBuy}>
            <BuyBox item={item} />
          </div>
        ) : (
          <BuyBox item={item} />
        )}
        <StillAvailable item={item} />
        <PlanPreview item={item} />
        {item.shop_description && <Prose html={item.shop_description} />}
        <Departures item={item} headingClass={styles.heading} />
        <section aria-labelledby="details">
          <h2 id="details" className={styles.heading}>
            {text('Details')}
          </h2>
          <FactList facts={itemDetails(language, item, config)} layout="ruled" />
        </section>
      </div>
      <BuyBar item={item} />
    </div>
  );
}

function BackLink({ kind }: { kind: ShopItem['shop_item_type'] }) {
  const { text } = useLanguage();
  return (
    <Link to={`/${kind}`} className={styles.back}>
      <ArrowLeftIcon size={16} />
      {kind === 'tickets' ? text('Tickets') : text('Merchandise')}
    </Link>
  );
}

function ProductSkeleton() {
  return (
    <div className={`page ${styles.product}`} aria-busy="true">
      <span className={styles.back} />
      <Skeleton shape="block" className={styles.skeletonPicture} />
      <div className={styles.column}>
        <Skeleton />
        <Skeleton shape="title" />
        <Skeleton shape="title" />
        <Skeleton />
      </div>
    </div>
  );
}
