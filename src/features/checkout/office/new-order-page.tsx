import { useNavigate } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useLeftFields } from '#browser/use-left-fields.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { useKeptValues, useStaffSession, useUnsaved } from '#features/staff/office/public.tsx';
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
import { choicesInWords } from './choices-in-words.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { missingName, missingSentence } from './missing-words.ts';
import { type Choices, emptyDraft, idOf, type MissingField, missingIn, requestOf } from './new-order-draft.ts';
import styles from './new-order-page.module.css';
import { OrderSums } from './order-sums.tsx';
import { PaymentPanel } from './payment-panel.tsx';

/** Places an order for somebody on the phone or at the desk, by the checkout's own rules. */
export default function NewOrderPage() {
  const language = useLanguage();
  const { text } = language;
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
            <NewOrder choices={choicesInWords(choices, language)} />
          )
        }
      </QueryState>
    </>
  );
}

function NewOrder({ choices }: { choices: Choices }) {
  const language = useLanguage();
  const { text, translate } = language;
  const navigate = useNavigate();
  const settings = useShopSettings();
  const { values: draft, change, drop, isRestored } = useKeptValues('new-order', emptyDraft);
  const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyDraft);
  const markSaved = useUnsaved(!isEmpty, drop);
  const missing = missingIn(draft, choices);
  const checks = useLeftFields();
  const preview = usePreview('order-create', missing.length > 0 ? null : requestOf(draft, choices));
  const placed = preview.answer?.placed ?? null;
  const problems = [
    ...missing.map((one) => ({ fieldId: idOf(one.field), message: missingSentence(one, language) })),
    ...Object.entries(preview.errors).map(([field, messages]) => ({
      fieldId: idOf(field),
      message: messages.map(translate).join(' '),
    })),
  ];
  const errorAt = (field: string) =>
    preview.errors[field]?.map(translate).join(' ') ??
    (checks.mayShowError(idOf(field)) ? problems.find(({ fieldId }) => fieldId === idOf(field))?.message : undefined);
  const panel = { draft, choices, change, errorAt };
  const startOver = () => {
    checks.reset();
    drop();
  };
  const form = {
    preview,
    errors: checks.isSent ? problems : [],
    summaryRef: checks.summaryRef,
    isRestored,
    discard: startOver,
    isComplete: missing.length === 0,
    press: async () => {
      if (problems.length > 0) {
        checks.send();
        return null;
      }
      return preview.confirm();
    },
  };
  return (
    <div className={styles.page} {...checks.watch}>
      <div className={styles.stack}>
        <BuyerPanel {...panel} />
        <ItemsPanel {...panel} />
        <DeliveryPanel {...panel} />
        <PaymentPanel {...panel} />
      </div>
      <div className={styles.rail}>
        <Panel heading={text('Order')}>
          <PreviewedForm
            form={form}
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
              markSaved();
              drop();
              navigate(`/orders/${code}`);
            }}
            others={
              <Button kind="secondary" unavailable={isEmpty} onClick={startOver}>
                {text('Start over')}
              </Button>
            }
          >
            {missing.length > 0 && !checks.isSent && <MissingFields missing={missing} />}
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

function MissingFields({ missing }: { missing: readonly MissingField[] }) {
  const language = useLanguage();
  const { text } = language;
  return (
    <div>
      <p>{text('Still needed:')}</p>
      <ul className={styles.missing}>
        {missing.map((one) => (
          <li key={one.field}>
            <a href={`#${idOf(one.field)}`} onClick={(event) => focusOn(event, idOf(one.field))}>
              {missingName(one, language)}
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
