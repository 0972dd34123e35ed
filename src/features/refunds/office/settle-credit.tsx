import { useState } from 'react';
import { NotedForm, PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatMoney } from '#kernel/money.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
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
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop
      title={as === 'paid' ? text('Paid by the bank') : text('Came back from the bank')}
      description={credit.code}
    >
      {as === 'paid' ? <Paid {...credit} onDone={onClose} /> : <Returned {...credit} onDone={onClose} />}
    </Dialog>
  );
}

interface WayProps extends Pick<SettleCreditProps, 'code' | 'amount'> {
  onDone: () => void;
}

function Paid({ code, amount, onDone }: WayProps) {
  const { text, translate } = useLanguage();
  const sum = formatMoney(amount, useShopSettings());
  const [number, setNumber] = useState('');
  const preview = usePreview('refund-paid', number.trim() === '' ? null : { code, number: number.trim() });
  return (
    <PreviewedForm
      preview={preview}
      buttonLabel={text('Record {amount} as paid', { amount: sum })}
      done={text('{amount} is recorded as paid.', { amount: sum })}
      onDone={onDone}
    >
      <p>{text('An imported bank statement does this by itself.')}</p>
      <Field
        id="bank-number"
        label={text('Bank transaction number')}
        hint={text('As on the statement.')}
        value={number}
        autoComplete="off"
        spellCheck={false}
        error={preview.errors.number?.map(translate).join(' ')}
        onChange={({ currentTarget: { value } }) => setNumber(value)}
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
