import { useNavigate } from 'react-router';
import { useChange } from '#features/staff/office/public.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import type { ListAddress } from './list-address.ts';
import type { SavedView } from './view-tabs.tsx';

interface DeleteViewProps {
  list: ListAddress;
  view: SavedView;
  onClose: () => void;
}

export default function DeleteView({ list, view, onClose }: DeleteViewProps) {
  const { text, translate } = useLanguage();
  const navigate = useNavigate();
  const { running, failure, run } = useChange();
  const remove = async () => {
    if (!(await run('view-delete', { id: view.id }))) return;
    onClose();
    navigate(list.path);
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text('Delete the view {name}?', { name: view.name })}
      confirmLabel={text('Delete')}
      cancelLabel={text('Keep')}
      dangerous
      busy={running !== null}
      onConfirm={() => void remove()}
    >
      <p>
        {view.is_shared
          ? text('It disappears for everybody. The list itself does not change.')
          : text('The list itself does not change.')}
      </p>
      {failure !== null && <p role="alert">{translate(failure)}</p>}
    </ConfirmDialog>
  );
}
