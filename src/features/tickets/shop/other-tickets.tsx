import { useLocation } from 'react-router';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import type { Ticket } from '../contract.ts';
import { otherTicketsOf } from '../domain/other-tickets.ts';
import { updatedTicketOf, withNewHolder } from './updated-ticket.ts';

/** After a ticket was given to another person: what the former holder still has, with the form to give that too. */
export function OtherTickets({ order }: { order: { code: string; tickets: readonly Ticket[] } }) {
  const { text } = useLanguage();
  const updated = updatedTicketOf(useLocation().state);
  if (!updated?.handover) return null;
  const { from, to } = updated.handover;
  const tickets = otherTicketsOf(order.tickets, { code: updated.code, full_name: from });
  if (tickets.length === 0) return null;
  return (
    <Notice
      tone="warn"
      headingLevel={3}
      heading={text('{name} still holds other tickets in this order', { name: from })}
    >
      <PlainList>
        {tickets.map((ticket) => (
          <li key={ticket.code}>
            {ticket.product}
            <WhenAndWhere item={ticket} />
            {ticket.allow_name_changes && !ticket.recently_edited && (
              <Link
                to={paths.manageTicket(order.code, ticket.code)}
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
