import { useQueryClient } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import { PreviewBlock } from '#features/previews/office/public.tsx';
import { AuditReason, RestoredNotice, useOfficeForm } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { CancelButton, FormDialog } from '#ui/office/form-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import type { ItemsInCarts } from './held-page.tsx';

interface FreeDialogProps {
  held: ItemsInCarts;
  name: string;
  onClose: () => void;
}

/** Shows which items go back on sale, and asks for a reason. */
export default function FreeDialog({
  held: { email, network, carts, by_item: byItem },
  name,
  onClose,
}: FreeDialogProps) {
  const { text, countText } = useLanguage();
  const queries = useQueryClient();
  const form = useOfficeForm({
    keptAs: `free.${email ?? network ?? 'unknown'}`,
    initial: { reason: '' },
    validate: ({ reason }) =>
      reason.trim() === '' ? [{ field: 'reason' as const, message: text('Please enter a reason.') }] : [],
    submit: async ({ reason }) => {
      const freed = await officeCall('held-free', {
        email: email ?? '',
        network: email === null ? (network ?? 'unknown') : '',
        reason: reason.trim(),
      });
      await queries.invalidateQueries({ queryKey: ['held-list'] });
      toast(
        freed.items === 0
          ? text('There was nothing left to put back on sale.')
          : countText(freed.items, { one: '{count} item is back on sale.', other: '{count} items are back on sale.' }),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={text('Put items in carts back on sale: {holder}', { holder: name })}
      onSubmit={form.onSubmit}
      footer={
        <>
          <CancelButton onClose={onClose} />
          <Button type="submit" kind="danger" busy={form.pending}>
            {text('Put back on sale')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      <RestoredNotice form={form} />
      <AuditReason {...form.field('reason')} />
      <PreviewBlock>
        <ul>
          <li>{countText(carts, { one: '{count} cart ends.', other: '{count} carts end.' })}</li>
          {byItem.map(({ name: item, count }) => (
            <li key={item}>{text('{count} × {item} go back on sale.', { count, item })}</li>
          ))}
          <li>{text('The buyers see a cart that has expired. Orders do not change.')}</li>
          <li>{text('Items added to these carts before you confirm also go back on sale.')}</li>
        </ul>
      </PreviewBlock>
    </FormDialog>
  );
}
