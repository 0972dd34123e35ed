import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#browser/api.ts';
import { isLoginRefused } from '#browser/api-error.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import { useForm } from '#browser/use-form.ts';
import { useKeeping, useKeptForm } from '#browser/use-kept-form.ts';
import { useRefundsOf } from '#browser/use-opened-order.ts';
import { useFreshProof } from '#features/customers/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { markedText } from '#kernel/language.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { useWizard } from '#ui/use-wizard.ts';
import { WizardButtons, WizardPage } from '#ui/wizard-page.tsx';
import { orderFromWire } from '../domain/order-on-wire.ts';
import { type RefundableItem, type RefundSums, refundSums, whyNotRefundable } from '../domain/refundable-items.ts';
import { CHOOSE_AN_ITEM } from '../words/choose-items.ts';
import { BankDetailsStep } from './bank-details-step.tsx';
import { ConfirmRefundStep } from './confirm-refund-step.tsx';
import {
  type BankFormState,
  type BankValues,
  bankProblems,
  detailsOf,
  fieldsOf,
  firstBankValues,
  type ItemValues,
  NO_DETAILS,
  splitByWay,
  type Ways,
} from './refund-values.ts';
import styles from './refund-wizard.module.css';
import { SelectItemsStep } from './select-items-step.tsx';

type Step = 'select-products' | 'enter-details' | 'confirm';

const titles: Record<Step, string> = {
  'select-products': markedText('Request a refund'),
  'enter-details': markedText('Where should we send your refund?'),
  confirm: markedText('Check your refund request'),
};
const labels: Record<Step, string> = {
  'select-products': markedText('Select items'),
  'enter-details': markedText('Enter bank details'),
  confirm: markedText('Confirm'),
};

export interface RefundWizardProps {
  order: Order;
  onSend: () => void;
  /** Nothing is left to refund, so a refused request cannot be sent again. */
  isOver: boolean;
}

interface Choice {
  chosen: RefundableItem[];
  sums: RefundSums;
}

/**
 * Three steps; two for a plan, which is refunded as a whole. The choice of items survives a reload and an expired
 * login. Bank details are kept only in memory.
 */
export function RefundWizard({ order, onSend, isOver }: RefundWizardProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config, customer } = useBundle();
  if (!customer) throw new Error('The refund wizard needs a customer');
  const session = useSessionStore();
  const navigate = useNavigate();
  const { prove, dialog } = useFreshProof();

  const others = useRefundsOf(order.code).filter((refund) => refund.status !== 'cancelled');
  const refundable = orderFromWire(order, {
    total: others.reduce((sum, refund) => sum + refund.total, 0),
    shipping: others.reduce((sum, refund) => sum + refund.shipping_refund, 0),
  });
  const isPossible = (item: RefundableItem) => whyNotRefundable(item, new Date()) === null;
  const possible = refundable.items.filter(isPossible);
  const chosenOf = (values: ItemValues): RefundableItem[] =>
    order.has_payment_plan ? [...refundable.items] : possible.filter((item) => values[`item.${item.code}`]);

  const kept = useKeptForm<ItemValues>(`refund ${order.code}`);
  const items = useForm<ItemValues>({
    initial: kept.restore(Object.fromEntries(refundable.items.map((item) => [`item.${item.code}`, false]))),
    validate: (values) =>
      chosenOf(values).length > 0
        ? []
        : [
            {
              field: `item.${possible[0]?.code ?? ''}` as const,
              message: translate(CHOOSE_AN_ITEM),
            },
          ],
  });
  useKeeping(kept, items.values, items.edited);
  const chosenNow = chosenOf(items.values);
  const choice: Choice = {
    chosen: chosenNow,
    sums: refundSums(refundable, new Set(chosenNow.map((item) => item.code))),
  };

  // Only for shops that offer refunds to cards. Until the answer arrives, the money goes to a bank account.
  const offered = useCall('get-refund-ways', config.refundWay === 'ask' ? { order_id: order.id } : null);
  const cardMoney = offered.answer?.to_card ?? 0;

  const [sent, setSent] = useState<Choice | null>(null);
  const [isDone, setIsDone] = useState(false);
  const bank = useForm<BankValues>({
    initial: firstBankValues(customer, config),
    validate: (values) => bankProblems(language, values, config, splitByWay(values, choice.sums.total, cardMoney)),
    submit: async (values) => {
      setSent(choice);
      onSend();
      try {
        const request = requestOf(
          order,
          choice.chosen,
          values,
          config,
          splitByWay(values, choice.sums.total, cardMoney),
        );
        const answer = await prove((password) => call('request-refund', { ...request, password }));
        if (!answer) return;
        setIsDone(true);
        toast(text('Refund request submitted successfully.'));
        navigate(paths.refund(answer.refund_id), { replace: true });
      } catch (thrown) {
        // The customer returns here after the next login.
        if (isLoginRefused(thrown)) throw thrown;
        // The page that follows shows the server's message.
        navigate(-1);
        void session.load();
        void offered.again();
        throw thrown;
      }
    },
  });
  // The answer's data removes the items from the order, so keep showing what was sent.
  const { chosen, sums } = sent && (bank.pending || isDone) ? sent : choice;

  const ways = splitByWay(bank.values, sums.total, cardMoney);
  const hasErrors = bank.errors.length > 0;
  const isReadyFor: Record<Step, boolean> = {
    'select-products': true,
    // Also open without items if there are errors: a refused request may have lost its items meanwhile.
    'enter-details': chosen.length > 0 || hasErrors,
    confirm: chosen.length > 0 && !hasErrors && bankProblems(language, bank.values, config, ways).length === 0,
  };
  const steps: readonly [Step, ...Step[]] = order.has_payment_plan
    ? ['enter-details', 'confirm']
    : ['select-products', 'enter-details', 'confirm'];
  const { step, openedAt, goTo, backTo } = useWizard({ steps, isReady: (one) => isReadyFor[one], form: bank });
  usePageTitle(translate(titles[step]), config.name);

  const isEnded = isOver && hasErrors;
  useEffect(() => {
    if (isEnded) bank.summaryRef.current?.focus();
  }, [isEnded, bank.summaryRef]);
  if (isEnded) return <RefundEnded order={order} form={bank} />;

  const labelOf = (one: Step) =>
    one === 'enter-details' && config.refundWay === 'ask' ? text('Refund to') : translate(labels[one]);
  const shownSteps = steps.map((one) => ({ label: labelOf(one), onBack: () => backTo(one) }));
  return (
    <WizardPage title={translate(titles[step])} progress={{ steps: shownSteps, current: steps.indexOf(step) + 1 }}>
      {step === 'select-products' && (
        <SelectItemsStep
          order={order}
          refundable={refundable}
          form={items}
          chosen={chosen}
          sums={sums}
          onContinue={() => goTo('enter-details')}
        />
      )}
      {step === 'enter-details' && (
        <BankDetailsStep
          order={order}
          form={bank}
          sums={sums}
          ways={ways}
          cardMoney={cardMoney}
          isLoading={offered.isLoading}
          // A reload at the last step loses the bank details.
          hasLostDetails={openedAt === 'confirm'}
          onBack={order.has_payment_plan ? null : () => backTo('select-products')}
          onContinue={() => goTo('confirm')}
        />
      )}
      {step === 'confirm' && (
        <ConfirmRefundStep
          order={order}
          form={bank}
          items={chosen}
          sums={sums}
          ways={ways}
          onBack={(fieldId) => backTo('enter-details', fieldId)}
          onChangeItems={order.has_payment_plan ? null : () => backTo('select-products')}
        />
      )}
      {dialog}
    </WizardPage>
  );
}

/** Shown after a refusal that leaves nothing to refund, for example because of a second tab. */
function RefundEnded({ order, form }: { order: Order; form: BankFormState }) {
  const { text, translate } = useLanguage();
  return (
    <WizardPage title={translate(titles['select-products'])}>
      <div className={styles.ended}>
        <ErrorSummary errors={form.errors.map(({ message }) => ({ message }))} ref={form.summaryRef} />
        <p className={styles.lead}>
          {text(
            'Nothing else in this order can be refunded at the moment. The order page shows the status of its refunds.',
          )}
        </p>
        <WizardButtons>
          <ButtonLink to={paths.order(order.code)}>{text('View order')}</ButtonLink>
        </WizardButtons>
      </div>
    </WizardPage>
  );
}

function requestOf(
  order: Order,
  chosen: readonly RefundableItem[],
  values: BankValues,
  config: ReturnType<typeof useBundle>['config'],
  { toCard, byBank }: Ways,
) {
  // Details that are not needed are not sent.
  const details = byBank > 0 ? detailsOf(values, config) : NO_DETAILS;
  const codesOf = (kind: RefundableItem['kind']) =>
    chosen
      .filter((item) => item.kind === kind)
      .map((item) => item.code)
      .join(',');
  return {
    order_id: order.id,
    tickets: codesOf('tickets'),
    merchandise: codesOf('merchandise'),
    way: toCard > 0 ? ('card' as const) : ('bank' as const),
    ...fieldsOf(details),
    note: values.note,
  };
}
