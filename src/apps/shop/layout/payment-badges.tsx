import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './footer.module.css';

/** The one regional gateway that requires shops to show these badges. */
export const GATEWAY_WITH_BADGES = 'monri';

const badges = [
  { name: 'Visa Secure', first: 'VISA', second: 'SECURE', fill: '#1a1f71' },
  { name: 'Mastercard Identity Check', first: 'mastercard', second: 'ID Check', fill: '#3b3b3b' },
  { name: 'Payments by Monri', first: 'monri', second: 'payments', fill: '#0f4c3a' },
];

export function PaymentBadges({ gateway }: { gateway: string }) {
  const { text } = useLanguage();
  if (gateway !== GATEWAY_WITH_BADGES) return null;
  return (
    <PlainList className={`${styles.logos} ${styles.badges}`} label={text('Payment security')}>
      {badges.map(({ name, first, second, fill }) => (
        <li key={name}>
          <svg width={84} height={36} viewBox="0 0 84 36" role="img" aria-label={name}>
            <rect x=".5" y=".5" width="83" height="35" rx="6" fill="#ffffff" stroke="#00000026" />
            <g fill={fill} fontFamily="Figtree, Arial, sans-serif" textAnchor="middle">
              <text x="42" y="16" fontSize="12" fontWeight="700">
                {first}
              </text>
              <text x="42" y="28" fontSize="9.5">
                {second}
              </text>
            </g>
          </svg>
        </li>
      ))}
    </PlainList>
  );
}
