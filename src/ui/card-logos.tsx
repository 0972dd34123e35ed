import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import styles from './card-logos.module.css';
import { useLanguage } from './language.ts';
import { PlainList } from './plain-list.tsx';

/** The accepted cards, small enough for a line of text; screen readers get one name for all. */
export function CardMarks() {
  const { text } = useLanguage();
  const names = cards.map(({ brand }) => brand).join(', ');
  return (
    <span className={styles.marks} role="img" aria-label={`${text('Cards we accept')}: ${names}`}>
      {cards.map(({ brand, drawing }) => (
        <svg key={brand} width={40} height={25} viewBox="0 0 48 30" aria-hidden="true" focusable="false">
          {drawing}
        </svg>
      ))}
    </span>
  );
}

/** The accepted cards as a list; empty while card payments are off. */
export function CardLogos({ className }: { className?: string | undefined }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  if (!config.shopPaymentCreditCard) return null;
  return (
    <PlainList className={className} label={text('Cards we accept')}>
      {cards.map(({ brand, drawing }) => (
        <li key={brand}>
          <svg width={48} height={30} viewBox="0 0 48 30" role="img" aria-label={brand}>
            {drawing}
          </svg>
        </li>
      ))}
    </PlainList>
  );
}

const ground = (fill: string) => <rect x=".5" y=".5" width="47" height="29" rx="5" fill={fill} stroke="#00000026" />;

const cards: readonly { brand: string; drawing: ReactNode }[] = [
  {
    brand: 'Visa',
    drawing: (
      <>
        {ground('#ffffff')}
        <path
          fill="#1a1f71"
          d="M20.3 9.7 16.2 20h-2.7L11.5 11.8c-.1-.5-.2-.6-.6-.9-.7-.3-1.7-.7-2.7-.9l.1-.3h4.3c.5 0 1 .4 1.1 1l1.1 5.7 2.6-6.7Zm10.6 7c0-2.7-3.8-2.9-3.8-4.1 0-.4.4-.8 1.2-.9.4 0 1.5-.1 2.7.5l.5-2.3c-.7-.2-1.5-.5-2.6-.5-2.7 0-4.7 1.5-4.7 3.5 0 1.5 1.4 2.4 2.4 2.9 1.1.5 1.4.9 1.4 1.3 0 .8-.8 1.1-1.7 1.1-1.3 0-2.1-.3-2.8-.6l-.5 2.3c.6.3 1.8.6 3.1.6 2.9 0 4.8-1.4 4.8-3.8ZM38 20h2.4l-2.1-10.3h-2.2c-.5 0-.9.3-1.1.7L31.2 20h2.7l.5-1.5h3.3Zm-2.9-3.5 1.4-3.8.8 3.8ZM24 9.7 21.9 20h-2.6l2.1-10.3Z"
        />
      </>
    ),
  },
  {
    brand: 'Mastercard',
    drawing: (
      <>
        {ground('#ffffff')}
        <circle cx="19" cy="15" r="8.5" fill="#eb001b" />
        <circle cx="29" cy="15" r="8.5" fill="#f79e1b" />
        <path fill="#ff5f00" d="M24 8.1a8.5 8.5 0 0 1 0 13.8 8.5 8.5 0 0 1 0-13.8Z" />
      </>
    ),
  },
  {
    brand: 'Maestro',
    drawing: (
      <>
        {ground('#ffffff')}
        <circle cx="19" cy="15" r="8.5" fill="#0099df" />
        <circle cx="29" cy="15" r="8.5" fill="#ed0006" />
        <path fill="#6c6bbd" d="M24 8.1a8.5 8.5 0 0 1 0 13.8 8.5 8.5 0 0 1 0-13.8Z" />
      </>
    ),
  },
  {
    brand: 'American Express',
    drawing: (
      <>
        {ground('#006fcf')}
        <path
          fill="none"
          stroke="#ffffff"
          strokeWidth="1.7"
          strokeLinejoin="round"
          strokeLinecap="round"
          d="m8 19 3.2-8 3.2 8m-5.2-2.6h4M17.5 19v-8l3.6 4.6 3.6-4.6v8M33 11h-4.8v8H33m-4.8-4h4.2M35.3 11l5 8m0-8-5 8"
        />
      </>
    ),
  },
];
