import { useBundle } from '#browser/session-store.ts';
import { ProductImage } from '#features/catalogue/shop/public.tsx';
import type { CallToActionCard } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Link } from '#ui/link.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import styles from './call-to-action-cards.module.css';

/** The links into an open shop: tickets, merchandise if it is sold, and the portal. */
export function CallToActionCards() {
  const { cards, merchandiseActive } = useBundle().config;
  return (
    <PlainList className={styles.cards}>
      <Card card={cards.tickets} to={paths.tickets()} seed="tickets" />
      {merchandiseActive && <Card card={cards.merchandise} to={paths.merchandise()} seed="merchandise" />}
      <Card card={cards.portal} to={paths.portal()} seed="portal" fillsRow={merchandiseActive} />
    </PlainList>
  );
}

interface CardProps {
  card: CallToActionCard;
  to: string;
  seed: string;
  /** Whether the card takes a full row on phones. */
  fillsRow?: boolean;
}

function Card({ card, to, seed, fillsRow = false }: CardProps) {
  return (
    <li className={styles.card}>
      <ProductImage
        url={card.image}
        size="tall"
        seed={seed}
        shownWidth={fillsRow ? '(max-width: 719px) 90vw, 350px' : undefined}
        className={styles.picture}
      />
      <div className={styles.words}>
        <Link to={to} className={styles.title}>
          {card.title}
        </Link>
        {card.text && <p className={styles.text}>{card.text}</p>}
      </div>
    </li>
  );
}
