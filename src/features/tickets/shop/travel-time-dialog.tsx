import { useRef } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { seatNote } from '#features/cart/domain/travel-time-choice.ts';
import { MEETING_POINT, seatNoteWords } from '#features/cart/words/travel-time.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { toast } from '#ui/toast.tsx';
import type { Ticket } from '../contract.ts';
import { hasChoice, mayMoveTo, type TravelTime } from '../domain/travel-time-options.ts';
import { changeTexts } from '../words/change-refusal.ts';

interface TravelTimeDialogProps {
  ticket: Ticket;
  open: boolean;
  onClose: () => void;
}

/** Moves a ticket to another departure. The dialog stays open and shows a failure. */
export function TravelTimeDialog({ ticket, open, onClose }: TravelTimeDialogProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const { config } = useBundle();
  const session = useSessionStore();
  const select = useRef<HTMLSelectElement>(null);
  const own = ticket.transport_time_id;
  const when = (time: TravelTime) => formatTravelTime(time.travel_time, ticket.timezone, config);
  const form = useForm({
    initial: { transport_time_id: '' },
    validate: (values) =>
      values.transport_time_id === ''
        ? [{ field: 'transport_time_id' as const, message: translate(changeTexts.travelTimeMissing) }]
        : [],
    submit: async (values) => {
      try {
        await call('set-travel-time', { code: ticket.code, transport_time_id: values.transport_time_id });
      } catch (thrown) {
        toast(translate(changeTexts.travelTimeFailed), 'bad');
        // The seats left may have changed meanwhile.
        void session.load();
        return failureOf(language, thrown);
      }
      toast(translate(changeTexts.travelTimeUpdated));
      onClose();
    },
  });
  const isAnyLeft = hasChoice(ticket.travel_times, own);
  const soldOut = ticket.travel_times.filter((time) => time.remaining === 0 && time.id !== own);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text('Choose your travel time')}
      description={ticket.product + SEPARATOR + ticket.full_name}
      keepOnBackdrop={form.edited}
      initialFocus={select}
      onSubmit={form.onSubmit}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {text('Cancel')}
          </Button>
          {isAnyLeft && (
            <Button type="submit" busy={form.pending}>
              {text('Confirm')}
            </Button>
          )}
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      {isAnyLeft ? (
        <>
          <SelectField
            ref={select}
            label={text('Travel time')}
            placeholder={text('Select time')}
            required
            marked={false}
            autoComplete="off"
            hint={soldOut.length > 0 && text('Sold out: {times}', { times: soldOut.map(when).join(SEPARATOR) })}
            options={ticket.travel_times.map((time) => {
              const note = seatNote(time, own);
              return {
                value: time.id,
                label: note === null ? when(time) : `${when(time)} (${translate(seatNoteWords(note))})`,
                disabled: !mayMoveTo(time, own),
              };
            })}
            {...form.field('transport_time_id')}
          />
          <Notice small>
            {translate(MEETING_POINT)}{' '}
            {text(
              'We will email you a new ticket, and your current one will no longer be valid. You cannot edit the ticket again for 15 minutes.',
            )}
          </Notice>
        </>
      ) : (
        <Notice tone="neutral">{text('All other travel times are sold out.')}</Notice>
      )}
    </Dialog>
  );
}

/** The general failure text, then the server's own sentence if it refused the change. */
function failureOf({ translate }: Language, thrown: unknown): Problem<undefined>[] {
  const isRefusal = thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500;
  return [translate(changeTexts.travelTimeFailed), ...(isRefusal ? [thrown.message] : [])].map((message) => ({
    field: undefined,
    message,
  }));
}
