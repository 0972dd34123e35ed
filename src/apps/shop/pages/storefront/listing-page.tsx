import { useId } from 'react';
import { useHasPageData } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useSpokenChanges } from '#browser/use-spoken-changes.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { filterListing, includesOutOfStockByDefault, typeFilterOptions } from '#features/catalogue/domain/listing.ts';
import {
  CardSkeletons,
  type ListingFilterState,
  type StockChoice,
  StubGrid,
  useListingFilter,
} from '#features/catalogue/shop/public.tsx';
import { emptyListing, typeFilterLabel } from '#features/catalogue/words/listing.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import type { Language } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import styles from './listing-page.module.css';
import { ProductCard } from './product-card.tsx';
import { ViewCartBar } from './view-cart-bar.tsx';
import { WaitingRoomNotices } from './waiting-room-notices.tsx';

export const TicketsPage = () => <ListingPage kind="tickets" />;
export const MerchandisePage = () => <ListingPage kind="merchandise" />;

/** This many cards are in sight on every screen. */
const IN_SIGHT = 4;

function ListingPage({ kind }: { kind: ShopItem['shop_item_type'] }) {
  const { text, translate } = useLanguage();
  const { config, products, merchandise } = useBundle();
  const hasData = useHasPageData();
  const title = translate(staticTitles[kind]);
  usePageTitle(title, config.name);

  const items = kind === 'tickets' ? products : merchandise;
  const typeLabels = kind === 'tickets' ? config.productTypes : config.merchandiseTypes;
  const words = { labels: typeLabels, plurals: config.typePlurals ?? {} };
  const options = typeFilterOptions(items, typeLabels).map((option) => ({
    type: option.type,
    label: translate(typeFilterLabel(option, words)),
  }));
  const types = options.map((option) => option.type);
  const filters = useListingFilter(types, includesOutOfStockByDefault(config.displayOutOfStock));
  const shown = filterListing(items, filters.filter);

  return (
    <div className={`page ${styles.listing}`}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {hasData && <Count count={shown.length} />}
      </div>
      {hasData && <WaitingRoomNotices items={shown} from={`/${kind}`} />}
      {hasData && items.length > 0 && (
        <Filters
          allLabel={kind === 'tickets' ? text('All tickets') : text('All merchandise')}
          options={options}
          filters={filters}
        />
      )}
      {hasData ? (
        <Cards items={shown} filters={filters} emptyText={translate(emptyListing(config.texts.outOfStock))} />
      ) : (
        <div aria-busy="true">
          <CardSkeletons />
        </div>
      )}
      <ViewCartBar />
    </div>
  );
}

const itemsText = ({ countText }: Language, count: number): string =>
  countText(count, { one: '{count} item', other: '{count} items' });

/** Announces the number when a filter changes it, but not the first one, which is read with the page. */
function Count({ count }: { count: number }) {
  const language = useLanguage();
  const words = itemsText(language, count);
  useSpokenChanges(words);
  return <p className={styles.count}>{words}</p>;
}

/** The filter's key for all types, which no type has. */
const ALL_TYPES = '*';

interface FiltersProps {
  allLabel: string;
  options: readonly { type: string; label: string }[];
  filters: ListingFilterState;
}

function Filters({ allLabel, options, filters }: FiltersProps) {
  const { text } = useLanguage();
  const id = useId();
  const { filter } = filters;
  return (
    <div className={styles.filters}>
      {options.length > 0 && (
        <SelectField
          id={`${id}-type`}
          label={text('Type')}
          className={styles.filter}
          value={filter.type ?? ALL_TYPES}
          options={[
            { value: ALL_TYPES, label: allLabel },
            ...options.map(({ type, label }) => ({ value: type, label })),
          ]}
          onChange={(event) =>
            filters.setType(event.currentTarget.value === ALL_TYPES ? null : event.currentTarget.value)
          }
          autoComplete="off"
        />
      )}
      <SelectField
        id={`${id}-stock`}
        label={text('Availability')}
        className={styles.filter}
        value={filter.includesOutOfStock ? 'all' : 'in'}
        options={[
          { value: 'in', label: text('In stock only') },
          { value: 'all', label: text('Include out-of-stock') },
        ]}
        onChange={(event) => filters.setStock(event.currentTarget.value as StockChoice)}
        autoComplete="off"
      />
      {!filters.isDefault && (
        <Button kind="text" className={styles.clear} onClick={filters.clear}>
          {text('Clear')}
        </Button>
      )}
    </div>
  );
}

interface CardsProps {
  items: readonly ShopItem[];
  filters: ListingFilterState;
  emptyText: string;
}

function Cards({ items, filters, emptyText }: CardsProps) {
  const { text } = useLanguage();
  if (items.length === 0)
    return (
      <EmptyState
        action={
          filters.isDefault ? undefined : (
            <Button kind="secondary" onClick={filters.clear}>
              {text('Clear the filter')}
            </Button>
          )
        }
      >
        {emptyText}
      </EmptyState>
    );
  return (
    <StubGrid>
      {items.map((item, index) => (
        <ProductCard key={item.id} item={item} isInSight={index < IN_SIGHT} />
      ))}
    </StubGrid>
  );
}
