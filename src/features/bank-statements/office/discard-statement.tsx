import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';
import type { LostByDiscarding } from './lost-by-discarding.ts';

interface DiscardStatementProps {
  id: number;
  lost: LostByDiscarding | null;
  onDiscarded: () => void;
}

/** Asks first if decisions would be lost. */
export function DiscardStatement({ id, lost, onDiscarded }: DiscardStatementProps) {
  const { text, countText, translate } = useLanguage();
  const navigate = useNavigate();
  const change = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const discard = async () => {
    const isDiscarded = await change.run('statement-discard', { import: id });
    setIsAsking(false);
    if (!isDiscarded) return;
    onDiscarded();
    toast(text('Statement discarded.'));
    navigate('/money/statements');
  };
  return (
    <>
      {change.failure && (
        <Notice tone="warn" small role="status">
          {translate(change.failure)}
        </Notice>
      )}
      <Button
        kind="secondary"
        busy={change.running !== null}
        onClick={() => (lost ? setIsAsking(true) : void discard())}
      >
        {text('Discard')}
      </Button>
      <ConfirmDialog
        open={isAsking && lost !== null}
        onClose={() => setIsAsking(false)}
        title={text('Discard this statement?')}
        confirmLabel={text('Discard')}
        cancelLabel={text('Keep')}
        dangerous
        busy={change.running !== null}
        onConfirm={() => void discard()}
      >
        {lost && lost.decisions > 0 && (
          <p>
            {countText(lost.decisions, {
              one: 'Your decision about {count} line will be lost.',
              other: 'Your decisions about {count} lines will be lost.',
            })}
          </p>
        )}
        {lost?.hasHistory && (
          <p>
            {text('The record of which lines were confirmed or undone here will be lost. The money stays as it is.')}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}
