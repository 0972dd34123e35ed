import { problemsOf } from '#browser/problems-of.ts';
import { NotedForm, PreviewedForm, usePreviewedForm } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

interface SettleCreditProps {
  code: string;
  amount: number;
  as: 'paid' | 'returned';
  onClose: () => void;
}

/** Records what the bank did with a refund, in shops that do not import statements. */
export function SettleCredit({ as, onClose, ...credit }: SettleCreditProps) {
  const { text } = useLanguage();
  return (
    <FormDialog
      onClose={onClose}
      title={as === 'paid' ? text('Paid by the bank') : text('Came back from the bank')}
      description={credit.code}
    >
      {as === 'paid' ? <Paid {...credit} onDone={onClose} /> : <Returned {...credit} onDone={onClose} />}
    </FormDialog>
  );
}

interface WayProps extends Pick<SettleCreditProps, 'code' | 'amount'> {
  onDone: () => void;
}

function Paid({ code, amount, onDone }: WayProps) {
  const { text } = useLanguage();
  const sum = formatMoney(amount, useShopSettings());
  const form = usePreviewedForm({
    call: 'refund-paid',
    keptAs: `paid.${code}`,
    initial: { number: '' },
    validate: ({ number }) =>
      problemsOf({ number: number.trim() === '' ? text('Please enter the bank’s transaction number.') : undefined }),
    request: ({ number }) => ({ code, number: number.trim() }),
  });
  return (
    <PreviewedForm
      form={form}
      buttonLabel={text('Record {amount} as paid', { amount: sum })}
      done={text('{amount} is recorded as paid.', { amount: sum })}
      onDone={onDone}
    >
      <p>{text('An imported bank statement does this by itself.')}</p>
      <Field
        label={text('Bank transaction number')}
        hint={text('As on the statement.')}
        autoComplete="off"
        spellCheck={false}
        {...form.field('number')}
      />
    </PreviewedForm>
  );
}

function Returned({ code, amount, onDone }: WayProps) {
  const { text } = useLanguage();
  const sum = formatMoney(amount, useShopSettings());
  return (
    <NotedForm
      name="refund-returned"
      about={{ code }}
      label={text('The bank’s reason')}
      buttonLabel={text('Record that {amount} came back', { amount: sum })}
      done={text('{amount} came back and waits in the inbox.', { amount: sum })}
      onDone={onDone}
    />
  );
}
