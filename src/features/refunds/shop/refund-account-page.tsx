import { Navigate, useNavigate, useParams } from 'react-router';
import { call } from '#browser/api.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import { useFreshProof } from '#features/customers/shop/public.tsx';
import { PendingOrder } from '#features/orders/shop/public.tsx';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { WizardButtons, WizardForm, WizardPage } from '#ui/wizard-page.tsx';
import type { Refund } from '../contract.ts';
import { bankFieldName } from '../words/bank-details.ts';
import { BankFields } from './bank-fields.tsx';
import { type BankValues, bankProblems, detailsOf, fieldsOf, firstBankValues } from './refund-values.ts';
import styles from './refund-wizard.module.css';

/**
 * The amount that goes to the account which the customer enters: it waits for one, or the bank returned it. During a
 * rollout the server may still be the previous release, which does not send `account_replaceable`.
 */
const amountForAccount = ({ account_needed: needed, account_replaceable: returned }: Refund): number =>
  needed + (returned ?? 0);

/** Redirects to the refund once nothing goes to a new account, and to the portal if the customer has no such refund. */
export function RefundAccountPage() {
  const { refund: id = '' } = useParams();
  const { opened, hasFailed, again } = useOpenedOrder({ refund_id: id });
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  const refund = opened?.refunds.find((one) => one.id === id);
  if (!refund) return <Navigate to={missingPath(paths.portal(), 'refund')} replace />;
  if (amountForAccount(refund) === 0) return <Navigate to={paths.refund(id)} replace />;
  return <AccountForm key={id} refund={refund} />;
}

function AccountForm({ refund }: { refund: Refund }) {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const { config, customer } = useBundle();
  if (!customer) throw new Error('The bank account of a refund needs a customer');
  const navigate = useNavigate();
  const { prove, dialog } = useFreshProof();
  const title = text('Where should we send your refund?');
  usePageTitle(title, config.name);
  const amount = formatMoney(amountForAccount(refund), config);
  const id = <Code>{refund.id}</Code>;
  const form = useForm<BankValues>({
    initial: firstBankValues(customer, config),
    validate: (values) => bankProblems(language, values, config, { toCard: 0, byBank: amountForAccount(refund) }),
    submit: async (values) => {
      const request = { refund_id: refund.id, ...fieldsOf(detailsOf(values, config)) };
      if (!(await prove((password) => call('give-refund-account', { ...request, password })))) return;
      toast(text('Bank account saved.'));
      navigate(paths.refund(refund.id), { replace: true });
    },
  });
  return (
    <WizardPage title={title}>
      <WizardForm onSubmit={form.onSubmit} autoComplete="off">
        <ErrorSummary
          errors={form.errors}
          ref={form.summaryRef}
          nameOf={(name) => {
            const label = bankFieldName(name, config);
            return label && translate(label);
          }}
        />
        <p className={styles.lead}>
          {refund.bank_account_end !== null
            ? textNodes(
                'Your bank returned {amount} of your refund {id}. It will go to the account that you enter here.',
                {
                  amount,
                  id,
                },
              )
            : refund.to_card
              ? textNodes('We could not send {amount} of your refund {id} to your card.', { amount, id })
              : textNodes('{amount} of your refund {id} will go to your bank account.', { amount, id })}
        </p>
        <BankFields form={form} />
        <WizardButtons>
          <Button type="submit" busy={form.pending}>
            {text('Save bank account')}
          </Button>
          <ButtonLink kind="text" to={paths.refund(refund.id)}>
            {text('Back to the refund')}
          </ButtonLink>
        </WizardButtons>
      </WizardForm>
      {dialog}
    </WizardPage>
  );
}
