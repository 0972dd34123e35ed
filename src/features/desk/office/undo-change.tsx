import type { OfficeAnswer } from '#browser/office-calls.ts';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

type Change = NonNullable<OfficeAnswer<'order-open'>['plan_change']>;

/** Keys for `translate`. */
const buttonLabels: Readonly<Record<Change['kind'], string>> = {
  moved: markedText('Undo the move'),
  split: markedText('Undo the split'),
  waived: markedText('Undo the waiver'),
};

interface UndoChangeProps {
  code: string;
  change: Change;
  onClose: () => void;
}

/** Undoes the last change of a plan. */
export default function UndoChange({ code, change, onClose }: UndoChangeProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const preview = usePreview('plan-change-undo', { code, change: change.id });
  return (
    <FormDialog
      name="undo-change"
      onClose={onClose}
      title={text('Undo the last change of the plan')}
      description={code}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={translate(buttonLabels[change.kind])}
        done={text('The last change is undone.')}
        onDone={onClose}
        others={<CancelButton onClose={onClose}>{text('Keep the change')}</CancelButton>}
      >
        <p>
          {text('Made on {time}: {references}.', {
            time: formatDateTime(change.at, settings),
            references: change.references.join(', '),
          })}
        </p>
      </PreviewedForm>
    </FormDialog>
  );
}
