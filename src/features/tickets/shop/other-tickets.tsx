import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import type { Ticket } from '../contract.ts';
import styles from './ticket-row.module.css';
import { type UpdatedTicket, withNewHolder } from './updated-ticket.ts';

interface OtherTicketsProps {
  handover: NonNullable<UpdatedTicket['handover']>;
  tickets: readonly Ticket[];
  orderCode: string;
}

/** After a ticket was given to another person: what the former holder still has, with the form to give that too. */
export function OtherTickets({ handover: { from, to }, tickets, orderCode }: OtherTicketsProps) {
  const { text } = useLanguage();
  if (tickets.length === 0) return null;
  return (
    <Notice
      tone="warn"
      small
      headingLevel={3}
      heading={text('{name} keeps other tickets of this order', { name: from })}
      className={styles.note}
    >
      <PlainList>
        {tickets.map((ticket) => (
          <li key={ticket.code}>
            {ticket.product}
            <WhenAndWhere item={ticket} />
            {ticket.allow_name_changes && !ticket.recently_edited && (
              <Link
                to={paths.manageTicket(orderCode, ticket.code)}
                state={withNewHolder(to)}
                aria-label={text('Change holder to {name}: {product}', { name: to.full_name, product: ticket.product })}
              >
                {text('Change holder to {name}', { name: to.full_name })}
              </Link>
            )}
          </li>
        ))}
      </PlainList>
    </Notice>
  );
}
