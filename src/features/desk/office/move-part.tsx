import { useState } from 'react';
import { PreviewedForm, usePreview } from '#features/previews/office/public.tsx';
import { formatDate, formatDay } from '#kernel/dates.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { LateParts } from './late-parts.tsx';
import type { OpenPart } from './part-menu.tsx';

interface MovePartProps {
  part: OpenPart;
  hasLater: boolean;
  onClose: () => void;
}

/** Moves the due date of a plan's part. */
export default function MovePart({ part, hasLater, onClose }: MovePartProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const [day, setDay] = useState('');
  const [movesLaterParts, setMovesLaterParts] = useState(false);
  const preview = usePreview(
    'part-move',
    day === '' ? null : { reference: part.reference, day, moves_later: movesLaterParts },
  );
  const moment = edgeOfTypedDay(day, settings.timezone, 0);
  const shown = moment ? formatDay(moment, settings, { year: true }) : '';
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnBackdrop={day !== ''}
      title={text('Move the due date')}
      description={part.reference}
    >
      <PreviewedForm
        preview={preview}
        buttonLabel={shown === '' || preview.errors.day ? text('Move') : text('Move to {day}', { day: shown })}
        done={text('{reference} is due on {day}.', { reference: part.reference, day: shown })}
        onDone={onClose}
        others={
          <Button kind="secondary" onClick={onClose}>
            {text('Keep the date')}
          </Button>
        }
      >
        <p>{text('Currently due on {date}.', { date: formatDate(part.due_at, settings) })}</p>
        <Field
          id="move-day"
          type="date"
          label={text('New due date')}
          hint={text('Its reminders are sent around the new date.')}
          value={day}
          error={preview.errors.day?.map(translate).join(' ')}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
        {hasLater && (
          <Checkbox
            id="move-later"
            label={text('Move the later instalments by the same number of days')}
            checked={movesLaterParts}
            onChange={({ currentTarget: { checked } }) => setMovesLaterParts(checked)}
          />
        )}
        <LateParts late={preview.answer?.late ?? null} />
      </PreviewedForm>
    </Dialog>
  );
}
