import { paths } from '#features/shop-config/domain/paths.ts';
import { text } from '#kernel/text.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BasketIcon } from '#ui/icons.tsx';

export function EmptyCart({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      seed="cart"
      picture={<BasketIcon size={44} />}
      action={
        <ButtonLink to={paths.tickets()} onClick={onLeave}>
          {text('See the tickets')}
        </ButtonLink>
      }
    >
      <p>{text('Your cart is empty.')}</p>
    </EmptyState>
  );
}
