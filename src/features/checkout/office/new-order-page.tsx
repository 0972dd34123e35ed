import { useNavigate } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useKeptValues, useStaffSession } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { BuyerPanel } from './buyer-panel.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { type Choices, emptyDraft, idOf, type Missing, missingIn, requestOf } from './new-order-draft.ts';
import styles from './new-order-page.module.css';
import { OrderSums } from './order-sums.tsx';
import { PaymentPanel } from './payment-panel.tsx';

/** Places an order for somebody on the phone or at the desk, by the checkout's own rules. */
export default function NewOrderPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  usePageTitle(text('New order'), shopName);
  const query = useOfficeCall('new-order-choices', {});
  return (
    <>
      <PageHead heading={text('New order')} sub={text('For somebody on the phone or at the desk')} />
      <QueryState query={query} failed={text('The items did not load')} isPage>
        {(choices) =>
          choices.channels.length === 0 ? (
            <StateMessage isPage icon={<OrdersIcon />} heading={text('No channel for these orders')}>
              {text('The shop folder lists only the web shop as a channel. Add another one, such as phone.')}
            </StateMessage>
          ) : (
            <NewOrder choices={choices} />
          )
        }
      </QueryState>
    </>
  );
}

function NewOrder({ choices }: { choices: Choices }) {
  const { text, translate } = useLanguage();
  const navigate = useNavigate();
  const settings = useShopSettings();
  const { values: draft, change, drop } = useKeptValues('new-order', emptyDraft);
  const missing = missingIn(draft, choices);
  const preview = usePreview('order-create', missing.length > 0 ? null : requestOf(draft, choices));
  const placed = preview.answer?.placed ?? null;
  const errorAt = (field: string) => preview.errors[field]?.map(translate).join(' ');
  const panel = { draft, choices, change, errorAt };
  const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyDraft);
  return (
    <div className={styles.page}>
      <div className={styles.stack}>
        <BuyerPanel {...panel} />
        <ItemsPanel {...panel} />
        <DeliveryPanel {...panel} />
        <PaymentPanel {...panel} />
      </div>
      <div className={styles.rail}>
        <Panel heading={text('Order')}>
          <PreviewedForm
            preview={preview}
            areFieldsFar
            buttonLabel={
              placed?.total === 0
                ? text('Place the free order')
                : placed
                  ? text('Place order for {amount}', { amount: formatMoney(placed.total, settings) })
                  : text('Place order')
            }
            done={({ placed: { code } }) => text('{code} placed.', { code })}
            onDone={({ placed: { code } }) => {
              drop();
              navigate(`/orders/${code}`);
            }}
            others={
              <Button kind="secondary" unavailable={isEmpty} onClick={drop}>
                {text('Start over')}
              </Button>
            }
          >
            {missing.length > 0 && <MissingFields missing={missing} />}
            {placed && (
              <OrderSums
                placed={placed}
                email={draft.email.trim()}
                language={choices.language}
                isFree={draft.payment === 'free'}
              />
            )}
          </PreviewedForm>
        </Panel>
      </div>
    </div>
  );
}

function MissingFields({ missing }: { missing: readonly Missing[] }) {
  const { text } = useLanguage();
  const nameOf = (one: Missing): string => {
    switch (one.what) {
      case 'name':
        return text('Name of the buyer');
      case 'email':
        return text('Email of the buyer');
      case 'items':
        return text('At least one item');
      case 'channel':
        return text('Ordered through');
      case 'country':
        return text('Country');
      case 'receipt':
        return text('Number of the receipt');
      case 'reason':
        return text('Reason');
      case 'holder':
        return text('Holder of item {number}', { number: one.position });
      case 'age':
        return text('Age for item {number}', { number: one.position });
      case 'departure':
        return text('Departure of item {number}', { number: one.position });
      case 'line':
        return one.label;
    }
  };
  return (
    <div>
      <p>{text('Still needed:')}</p>
      <ul className={styles.missing}>
        {missing.map((one) => (
          <li key={one.field}>
            <a href={`#${idOf(one.field)}`} onClick={(event) => focusOn(event, idOf(one.field))}>
              {nameOf(one)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves focus to the field without adding an entry to the history. */
function focusOn(event: { preventDefault: () => void }, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
