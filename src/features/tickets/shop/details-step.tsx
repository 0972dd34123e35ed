import { errorAt } from '#browser/form-errors.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Form } from '#browser/use-form.ts';
import { asksForAge } from '#features/cart/domain/holder.ts';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDateTime } from '#kernel/dates.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Code } from '#ui/code.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { WizardButtons, WizardForm } from '#ui/wizard-page.tsx';
import type { Ticket } from '../contract.ts';
import { rulesOnWire, whyNameIsFixed } from '../domain/manageable.ts';
import { printedCode } from '../domain/printed-code.ts';
import { fieldNames, nameOfField } from '../words/change-holder.ts';
import { changeTexts } from '../words/change-refusal.ts';
import { nameChangesLeft, nameFixedSentence } from '../words/name-changes.ts';
import type { ChangeValues } from './confirm-step.tsx';
import styles from './manage-ticket.module.css';

interface DetailsStepProps {
  order: Order;
  ticket: Ticket;
  form: Form<ChangeValues>;
  onRename: (fullName: string) => void;
  onContinue: () => void;
  /** Whether the ticket has changed elsewhere, so that nothing can be saved. */
  isStale: boolean;
  /** Whether the form has an email that is not the user's own. */
  canReassign: boolean;
}

/** Details that can change are fields; the others are text with the reason why they are fixed. */
export function DetailsStep({ order, ticket, form, onRename, onContinue, isStale, canReassign }: DetailsStepProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config } = useBundle();
  const rules = rulesOnWire(ticket);
  const field = (name: 'full_name' | 'email' | 'age') => ({
    ...form.field(name),
    error: errorAt(language, name, form.errors),
  });
  const whyFixed = whyNameIsFixed(ticket);
  const momentInZone = (instant: string) => formatDateTime(instant, { ...config, timezone: ticket.timezone });
  return (
    <WizardForm onSubmit={form.onContinue(onContinue)}>
      <ErrorSummary
        errors={form.errors}
        ref={form.summaryRef}
        nameOf={(field) => {
          const name = nameOfField(field);
          return name && translate(name);
        }}
      />
      <TicketHead ticket={ticket} isStale={isStale} />
      <Card className={styles.card}>
        {whyFixed === null ? (
          <Field
            label={translate(fieldNames.full_name)}
            hint={
              <>
                {text('In roman characters, exactly as on the passport or ID.')}
                {!isStale && <NameChangesLeft ticket={ticket} />}
              </>
            }
            autoComplete="section-holder name"
            autoCapitalize="words"
            spellCheck={false}
            {...field('full_name')}
            onChange={(event) => onRename(event.currentTarget.value)}
          />
        ) : (
          <FixedDetail
            label={translate(fieldNames.full_name)}
            value={ticket.full_name}
            why={translate(nameFixedSentence(whyFixed, momentInZone))}
          />
        )}
        {rules.allowEmailChanges ? (
          <Field
            label={translate(fieldNames.email)}
            type="email"
            autoComplete="section-holder email"
            {...field('email')}
          />
        ) : (
          <FixedDetail
            label={translate(fieldNames.email)}
            value={ticket.email}
            why={translate(changeTexts.emailFixed)}
          />
        )}
        {asksForAge(rules) && (
          <SelectField
            label={translate(fieldNames.age)}
            placeholder={text('Select age')}
            required
            marked={false}
            autoComplete="off"
            options={ticket.age_options.map((key) => ({ value: key, label: config.ageRanges[key] ?? key }))}
            {...field('age')}
          />
        )}
        {canReassign && (
          <Checkbox
            label={text('Transfer this ticket to the account with this email address')}
            hint={text(
              'They can then manage, download and transfer it in their own portal. You will no longer be able to.',
            )}
            {...form.checkbox('reassign')}
          />
        )}
        <TextArea label={text('Note')} optional hint={text('Anything we should know')} {...form.field('note')} />
      </Card>
      <WizardButtons>
        {!isStale && <Button type="submit">{text('Continue')}</Button>}
        <ButtonLink kind="text" to={paths.order(order.code)}>
          {text('Back to the order')}
        </ButtonLink>
      </WizardButtons>
    </WizardForm>
  );
}

function NameChangesLeft({ ticket }: { ticket: Ticket }) {
  const { translate } = useLanguage();
  const changesLeft = ticket.name_changes_left;
  return changesLeft === null ? null : (
    <>
      {' '}
      <strong className={styles.left}>{translate(nameChangesLeft(changesLeft))}.</strong>
    </>
  );
}

function TicketHead({ ticket, isStale }: { ticket: Ticket; isStale: boolean }) {
  const { textNodes } = useLanguage();
  return (
    <div className={styles.head}>
      <h2>{ticket.product}</h2>
      {!isStale && <p>{textNodes('Ticket {code}', { code: <Code>{printedCode(ticket.code)}</Code> })}</p>}
      <WhenAndWhere item={ticket} />
    </div>
  );
}

function FixedDetail({ label, value, why }: { label: string; value: string; why: string }) {
  return (
    <dl className={styles.fixed}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        <span className={styles.why}>{why}</span>
      </dd>
    </dl>
  );
}
