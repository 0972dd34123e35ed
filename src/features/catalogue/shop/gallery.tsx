import { useState } from 'react';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import type { ShopItem } from '../contract.ts';
import styles from './gallery.module.css';
import { ProductImage } from './product-image.tsx';

/** The main picture comes first. */
function picturesOf(item: ShopItem): string[] {
  return [item.shop_image, item.shop_image_2, item.shop_image_3, item.shop_image_4].filter((url) => url !== null);
}

export function Gallery({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  const pictures = picturesOf(item);
  const [chosen, setChosen] = useState(0);
  const shown = Math.min(chosen, Math.max(0, pictures.length - 1));
  const count = pictures.length;
  return (
    <div className={styles.gallery}>
      <ProductImage
        key={shown}
        url={pictures[shown] ?? null}
        size="page"
        seed={item.external_code}
        alt={
          count > 1
            ? text('{name}, view {position} of {count}', { name: item.name, position: shown + 1, count })
            : item.name
        }
        eager
        className={styles.picture}
      />
      {count > 1 && (
        <PlainList className={styles.thumbnails}>
          {pictures.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-pressed={index === shown}
                aria-label={text('Show image {position} of {count}', { position: index + 1, count })}
                onClick={() => setChosen(index)}
              >
                <ProductImage url={url} size="thumbnail" seed={item.external_code} className={styles.small} />
              </button>
            </li>
          ))}
        </PlainList>
      )}
    </div>
  );
}
