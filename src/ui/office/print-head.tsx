import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '#kernel/dates.ts';
import { useShopSettings } from '../shop-settings.tsx';
import styles from './print-head.module.css';

interface PrintHeadProps {
  shop: string;
  /** The name of the list or page. */
  name: string;
  /** The list's filters: fields whose values and labels are printed. */
  filters?: RefObject<HTMLElement | null>;
  /** How much of the list is printed. */
  note?: string;
}

/** Shown on paper only: the shop, what the list shows and when it was printed. The browser counts the pages. */
export function PrintHead({ shop, name, filters, note = '' }: PrintHeadProps) {
  const settings = useShopSettings();
  const [printed, setPrinted] = useState<{ at: Date; filterTexts: string[] } | null>(null);
  useEffect(() => {
    const fill = () => {
      // The change must be rendered at once, because the browser prints when this returns.
      flushSync(() => setPrinted({ at: new Date(), filterTexts: valuesOf(filters?.current, settings.locale) }));
    };
    window.addEventListener('beforeprint', fill);
    return () => window.removeEventListener('beforeprint', fill);
  }, [filters, settings.locale]);
  if (!printed) return null;
  return (
    <p className={styles.head}>
      <b>{shop}</b>
      <span>{name}</span>
      {printed.filterTexts.map((value) => (
        <span key={value}>{value}</span>
      ))}
      {note !== '' && <span>{note}</span>}
      <time className={styles.at}>{formatDateTime(printed.at, settings)}</time>
    </p>
  );
}

/** Returns `Placed from: 1/11/2026` for each field that is filled in. */
function valuesOf(filters: HTMLElement | null | undefined, locale: string): string[] {
  const shown = 'input:not([aria-hidden]), select';
  const fields = [...(filters?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(shown) ?? [])];
  return fields.flatMap((field) => {
    const label = field.labels?.[0]?.textContent?.trim() ?? '';
    const value = shownValue(field, locale);
    return field.value === '' ? [] : [label === '' ? value : `${label}: ${value}`];
  });
}

function shownValue(field: HTMLInputElement | HTMLSelectElement, locale: string): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(field.value);
  return isDay ? new Date(field.value).toLocaleDateString(locale, { timeZone: 'UTC' }) : field.value;
}
