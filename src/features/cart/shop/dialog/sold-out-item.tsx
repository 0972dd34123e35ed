import { useEffect, useRef } from 'react';
import type { ShopItem } from '#features/catalogue/contract.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import styles from './holder-dialog.module.css';

export interface SoldOutItemProps {
  /** Null if the error summary already contains it. */
  sentence: string | null;
  /** Items that can be added instead. */
  others: readonly ShopItem[];
  onChoose: (item: ShopItem) => void;
}

/** Replaces the fields when the item has sold out, and lists the event's other items. */
export function SoldOutItem({ sentence, others, onChoose }: SoldOutItemProps) {
  const { text } = useLanguage();
  const notice = useRef<HTMLDivElement>(null);
  // The focused field is gone, unless a failed submit has moved focus to the summary.
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.getAttribute('role') === 'dialog') notice.current?.focus();
  }, []);
  return (
    <>
      {sentence !== null && (
        <Notice ref={notice} tone="neutral" small role="status">
          {sentence}
        </Notice>
      )}
      {others.length > 0 && (
        <div>
          <h3 className={styles.leftHeading}>{text('Still available')}</h3>
          <PlainList className={styles.left}>
            {others.map((item) => (
              <li key={item.id}>
                <Button kind="secondary" wide onClick={() => onChoose(item)}>
                  <span>
                    {item.name}
                    {SEPARATOR}
                    <Money amount={item.price + item.fee} />
                  </span>
                </Button>
              </li>
            ))}
          </PlainList>
        </div>
      )}
    </>
  );
}
