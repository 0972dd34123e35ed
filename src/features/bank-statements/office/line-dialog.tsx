import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { problemsOf } from '#browser/problems-of.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { AuditReason, RestoredNotice, useOfficeForm } from '#features/staff/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { FoundOrders, isLongEnough, ordersIn, ordersSearch, useFoundOrders } from './found-orders.tsx';
import { statementMoney } from './statement-money.ts';
import type { Line, LineDialogContent } from './statement-page.tsx';

interface LineDialogProps {
  importId: number;
  content: LineDialogContent;
  onClose: () => void;
  /** An order's code or a payment's reference. */
  onChosen: (order: string) => void;
}

/** Dialogs to find the order of a line, to give the reason for ignoring it, or to undo its outcome. */
export default function LineDialog({ content: { what, line }, ...props }: LineDialogProps) {
  if (what === 'search') return <Search line={line} {...props} />;
  return what === 'ignore' ? <Ignore line={line} {...props} /> : <Undo line={line} {...props} />;
}

type AboutLine = Omit<LineDialogProps, 'content'> & { line: Line };

function useLineText() {
  const settings = useShopSettings();
  return ({ party, amount, currency, text }: Line): string =>
    [party, amount === null ? '' : statementMoney(amount, currency, settings), text].filter(Boolean).join(' · ');
}

/** Searches once typing pauses for this long. */
const PAUSE_MS = 250;

function Search({ line, onClose, onChosen }: AboutLine) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const lineText = useLineText();
  const queries = useQueryClient();
  const hits = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState('');
  const found = useQuery({
    queryKey: ['payment-to-record', wanted],
    queryFn: ({ signal }) => officeCall('payment-to-record', { reference: wanted }, { signal }),
    enabled: wanted !== '',
  });
  const isUnknown = (typed: string) => found.data?.order === null && wanted === typed.trim();
  const form = useOfficeForm({
    initial: { order: '' },
    validate: ({ order }) =>
      problemsOf({
        order:
          order.trim() === '' ? text('Please enter an order, a payment reference, a name or an email.') : undefined,
      }),
    submit: async ({ order }) => {
      const typed = order.trim();
      const { order: known } = await officeCall('payment-to-record', { reference: typed });
      let chosen = typed.toUpperCase();
      if (!known) {
        const answer = isLongEnough(typed) ? await queries.fetchQuery(ordersSearch(typed)) : null;
        const found = answer ? ordersIn(answer, line.amount) : [];
        if (found.length === 0) return [{ field: 'order', message: text('No order or payment matches this.') }];
        // A similar name is only a guess, so a person must choose the order.
        if (found.length > 1 || answer?.are_similar)
          return [{ field: 'order', message: text('Please choose one of the orders below.') }];
        chosen = found[0]!.order;
      }
      onChosen(chosen);
      onClose();
      return [];
    },
  });
  const typed = form.values.order.trim();
  const settled = useDebounced(typed, PAUSE_MS);
  if (settled !== wanted) setWanted(settled);
  const order = wanted === typed ? (found.data?.order ?? null) : null;
  const search = useFoundOrders(order === null ? settled : '', line.amount);
  const hasHits = order === null && search.orders.length > 0;
  const orderField = form.field('order');
  const choose = (chosen: string) => {
    form.markSaved();
    onChosen(chosen);
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={text('Which order is it for?')}
      description={lineText(line)}
      onSubmit={form.onSubmit}
      footer={
        <>
          <CancelButton onClose={onClose} />
          <Button type="submit" busy={form.pending}>
            {order ? text('Choose {code}', { code: order.code }) : text('Choose')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <Field
        label={text('Order, payment reference, name or email')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...orderField}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.key !== 'ArrowDown' || !hasHits) return;
          event.preventDefault();
          hits.current?.querySelector('button')?.focus();
        }}
        error={
          orderField.error ??
          (wanted !== '' && wanted === typed && found.error
            ? translate(found.error.message)
            : isUnknown(typed) && search.orders.length === 0 && search.isKnown
              ? text('No order or payment matches this.')
              : undefined)
        }
      />
      {hasHits && (
        <FoundOrders
          ref={hits}
          orders={search.orders}
          onChoose={choose}
          onLeave={() => document.getElementById(orderField.id)?.focus()}
        />
      )}
      {order && (
        <p>
          {text('{name}: {paid} of {total} has been paid.', {
            name: order.customer_name,
            paid: formatMoney(order.paid, settings),
            total: formatMoney(order.total, settings),
          })}
        </p>
      )}
    </FormDialog>
  );
}

function Ignore({ importId, line, onClose }: AboutLine) {
  const { text } = useLanguage();
  const lineText = useLineText();
  const queries = useQueryClient();
  const form = useOfficeForm({
    keptAs: `ignore.${importId}.${line.number}`,
    initial: { reason: '' },
    validate: ({ reason }) => problemsOf({ reason: reason.trim() === '' ? text('Please enter a reason.') : undefined }),
    submit: async ({ reason }) => {
      await officeCall('statement-ignore', { import: importId, number: line.number, reason: reason.trim() });
      await queries.invalidateQueries();
      toast(text('Line ignored.'));
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text('Ignore this line')}
      description={lineText(line)}
      onSubmit={form.onSubmit}
      footer={
        <>
          <CancelButton onClose={onClose} />
          <Button type="submit" busy={form.pending}>
            {text('Ignore')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <RestoredNotice form={form} />
      <p>{text('Nothing is booked. The line stays here and can be reopened.')}</p>
      <AuditReason {...form.field('reason')} />
    </FormDialog>
  );
}

function Undo({ importId, line, onClose }: AboutLine) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const lineText = useLineText();
  const preview = usePreview('statement-undo', { import: importId, number: line.number });
  const amount = statementMoney(Math.abs(line.amount ?? 0), line.currency, settings);
  const isIgnored = line.result?.outcome === 'ignored';
  return (
    <FormDialog onClose={onClose} title={text('Undo this line')} description={lineText(line)}>
      <PreviewedForm
        preview={preview}
        buttonLabel={isIgnored ? text('Reopen') : text('Undo {amount}', { amount })}
        done={text('Line undone.')}
        isDanger={!isIgnored}
        onDone={onClose}
        others={<CancelButton onClose={onClose} />}
      />
    </FormDialog>
  );
}
