import { useChange } from '#features/staff/office/public.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import type { OfficeRoom } from './waiting-rooms-page.tsx';

/** Asks for confirmation, and shows how many people lose their place. */
export default function EndDialog({ room, name, onClose }: { room: OfficeRoom; name: string; onClose: () => void }) {
  const { text, countText, translate } = useLanguage();
  const { running, failure, run } = useChange();
  const end = async () => {
    if (!(await run('waiting-room-move', { id: room.id, to: 'closed' }))) return;
    toast(text('The waiting room has ended.'));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text('End the waiting room of {name}?', { name })}
      confirmLabel={text('End waiting room')}
      dangerous
      busy={running !== null}
      onConfirm={() => void end()}
    >
      <p>
        {countText(room.waiting, {
          one: '{count} person is waiting and may then buy immediately, like everybody else.',
          other: '{count} people are waiting and may then buy immediately, like everybody else.',
        })}
      </p>
      <p>{text('All places become invalid. This cannot be undone; a new room has a new line.')}</p>
      {failure !== null && <p role="alert">{translate(failure)}</p>}
    </ConfirmDialog>
  );
}
