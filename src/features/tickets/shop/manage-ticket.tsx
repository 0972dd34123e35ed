import { useLocation, useNavigate } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError, isLoginRefused } from '#browser/api-error.ts';
import { openedKey } from '#browser/opened-orders.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useKeeping, useKeptForm } from '#browser/use-kept-form.ts';
import { FIELD_MISSING } from '#features/checkout/words/missing-fields.ts';
import { useFreshProof } from '#features/customers/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { useWizard } from '#ui/use-wizard.ts';
import { WizardPage } from '#ui/wizard-page.tsx';
import type { Ticket } from '../contract.ts';
import {
  ageAfterRenaming,
  allowedDetails,
  changeEffect,
  changeProblems,
  type HolderDetails,
  mayReassign,
} from '../domain/change-holder.ts';
import { rulesOnWire } from '../domain/manageable.ts';
import { otherTicketsOf } from '../domain/other-tickets.ts';
import { changeSentence } from '../words/change-holder.ts';
import { changeTexts } from '../words/change-refusal.ts';
import { type ChangeValues, ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { type NewHolder, newHolderOf, withUpdatedTicket } from './updated-ticket.ts';

const STEPS = ['details', 'confirm'] as const;
const titles = { details: staticTitles.manageTicket, confirm: markedText('Check your changes') } as const;

export interface ManageTicketProps {
  order: Order;
  ticket: Ticket;
  /** Called before the change is sent. */
  onSend: () => void;
  /** Whether the ticket has been changed or reassigned elsewhere, so that this is its earlier state. */
  isStale: boolean;
}

/** A wizard of two steps, the details and the confirmation. It ends on the order's page. */
export function ManageTicket({ order, ticket, onSend, isStale }: ManageTicketProps) {
  const { text, translate } = useLanguage();
  const { config, customer } = useBundle();
  const session = useSessionStore();
  const navigate = useNavigate();
  const { prove, dialog } = useFreshProof();
  const ownEmail = customer?.email ?? '';
  const rules = rulesOnWire(ticket);
  const present = { fullName: ticket.full_name, email: ticket.email, age: ticket.age };

  /** The typed holder, and whether to reassign the ticket. */
  const wantedOf = (values: ChangeValues) => {
    const typed = { fullName: values.full_name, email: values.email, age: values.age || null };
    const holder = allowedDetails(present, typed, rules);
    return { holder, reassign: values.reassign && mayReassign(holder.email, ownEmail) };
  };
  const problemsOf = (values: ChangeValues) => {
    const { holder, reassign } = wantedOf(values);
    return changeProblems(present, holder, rules, { reassign }).map((problem) => ({
      field: problem.field,
      message: translate(changeSentence(problem)),
      ...(problem.kind === 'missing' && { atField: translate(FIELD_MISSING) }),
    }));
  };

  const leave = (code: string | null, holder: HolderDetails, reassign: boolean) => {
    const tickets = session.get().opened.get(openedKey({ order_id: order.code }))?.found?.order.tickets ?? [];
    const current = tickets.find((one) => one.code === code);
    // The new code of a reassigned ticket must not be shown.
    const message = text('Ticket {code} updated successfully.', {
      code: current && !current.reassigned ? current.code : ticket.code,
    });
    toast(message);
    const to = { full_name: holder.fullName, email: holder.email, age: holder.age ?? '', reassign };
    const { isNameChange } = changeEffect(present, holder, { reassign });
    const handover = isNameChange ? { from: ticket.full_name, to } : null;
    navigate(paths.order(order.code), {
      state: code === null ? null : withUpdatedTicket({ code, message, handover }),
    });
  };

  const newHolder = newHolderOf(useLocation().state);
  const keptForm = useKeptForm<ChangeValues>(`ticket ${ticket.code}`);
  const form = useForm<ChangeValues>({
    initial: keptForm.restore(firstValues(ticket, newHolder)),
    validate: problemsOf,
    submit: async (values) => {
      const { holder, reassign } = wantedOf(values);
      onSend();
      try {
        const change = {
          order_id: order.id,
          code: ticket.code,
          reassign,
          note: values.note,
          ...(rules.allowNameChanges && { full_name: holder.fullName }),
          ...(rules.allowEmailChanges && { email: holder.email }),
          age: holder.age,
        };
        const answer = await prove((password) => call('change-ticket', { ...change, password }));
        if (answer) leave(answer.code, holder, reassign);
      } catch (thrown) {
        // The wizard returns to this step after the next login.
        if (isLoginRefused(thrown)) throw thrown;
        // Returns to the first step with the server's error.
        navigate(-1);
        void session.load();
        // The server reports an unknown ticket; this user knows that it existed.
        throw thrown instanceof ApiError && thrown.status === 404
          ? new Error(translate(changeTexts.goneMeanwhile))
          : thrown;
      }
    },
  });

  useKeeping(keptForm, form.values, form.edited || newHolder !== null);
  const rename = (fullName: string) => {
    const typed = { fullName: form.values.full_name, age: form.values.age || null };
    form.setValue('age', ageAfterRenaming(present, typed, fullName) ?? '');
    form.setValue('full_name', fullName);
  };

  const hasErrors = form.errors.length > 0;
  const isValid = !hasErrors && (form.pending || problemsOf(form.values).length === 0);
  const { step, goTo, backTo } = useWizard({ steps: STEPS, isReady: (one) => one === 'details' || isValid, form });
  usePageTitle(translate(titles[step]), config.name);
  const back = (fieldId?: string) => backTo('details', fieldId);

  return (
    <WizardPage
      title={translate(titles[step])}
      progress={{
        steps: [{ label: text('Enter details'), onBack: () => back() }, { label: text('Confirm') }],
        current: STEPS.indexOf(step) + 1,
      }}
    >
      {step === 'details' ? (
        <DetailsStep
          order={order}
          ticket={ticket}
          form={form}
          onRename={rename}
          onContinue={() => goTo('confirm')}
          isStale={isStale && !form.pending}
          // Reassigning needs an address.
          canReassign={form.values.email.trim() !== '' && mayReassign(wantedOf(form.values).holder.email, ownEmail)}
        />
      ) : (
        <ConfirmStep
          ticket={ticket}
          others={otherTicketsOf(order.tickets, ticket)}
          form={form}
          wanted={wantedOf(form.values)}
          onBack={back}
        />
      )}
      {dialog}
    </WizardPage>
  );
}

/** The present details, or as many of the new holder's as the ticket takes. */
function firstValues(ticket: Ticket, newHolder: NewHolder | null): ChangeValues {
  const { full_name, email, age } = ticket;
  const present = { full_name, email, age: age ?? '', reassign: false, note: '' };
  if (newHolder === null) return present;
  return {
    ...present,
    ...(ticket.allow_name_changes && { full_name: newHolder.full_name }),
    ...(ticket.allow_email_changes && { email: newHolder.email }),
    age: ticket.age_options.includes(newHolder.age) ? newHolder.age : '',
    reassign: newHolder.reassign,
  };
}
