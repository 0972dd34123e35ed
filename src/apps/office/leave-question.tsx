import { lazy, Suspense } from 'react';
import { useStore } from '#browser/store.ts';
import { leaveQuestion } from '#browser/unsaved.ts';
import { useLanguage } from '#ui/language.ts';

const ConfirmDialog = lazy(() => import('#ui/confirm-dialog.tsx').then(({ ConfirmDialog: it }) => ({ default: it })));

/** Asks before something typed is lost. Enter and Escape keep it. */
export function LeaveQuestion() {
  const { text } = useLanguage();
  const question = useStore(leaveQuestion);
  if (!question) return null;
  const keep = () => leaveQuestion.set(null);
  return (
    <Suspense>
      <ConfirmDialog
        open
        hasEntry={false}
        title={text('Discard what you typed?')}
        cancelLabel={text('Discard')}
        confirmLabel={text('Keep editing')}
        onConfirm={keep}
        onClose={(reason) => (reason === 'button' ? question.discard() : keep())}
      >
        {text('It has not been saved.')}
      </ConfirmDialog>
    </Suspense>
  );
}
