import { useRef } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { DepartureCards } from '#features/cart/shop/departures/public.tsx';
import { MEETING_POINT } from '#features/cart/words/travel-time.ts';
import { formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';
import { SEPARATOR } from '#kernel/separator.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.tsx';
import type { Ticket } from '../contract.ts';
import { hasChoice, mayMoveTo } from '../domain/travel-time-options.ts';
import { changeTexts } from '../words/change-refusal.ts';

interface TravelTimeDialogProps {
  ticket: Ticket;
  open: boolean;
  onClose: () => void;
}

/** Moves a ticket to another departure. The dialog stays open and shows a failure. */
export function TravelTimeDialog({ ticket, open, onClose }: TravelTimeDialogProps) {
  const language = useLanguage();
  const { translate, text, textNodes } = language;
  const { config } = useBundle();
  const session = useSessionStore();
  const firstTime = useRef<HTMLInputElement>(null);
  const own = ticket.transport_time_id;
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

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text('Choose your travel time')}
      description={ticket.product + SEPARATOR + ticket.full_name}
      keepOnBackdrop={form.edited}
      initialFocus={firstTime}
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
          {ticket.travel_time && (
            <p>
              {textNodes('Your current time: {when}', {
                when: <b>{formatTravelTime(ticket.travel_time, ticket.timezone, config)}</b>,
              })}
            </p>
          )}
          <DepartureCards
            ref={firstTime}
            times={ticket.travel_times}
            ownId={own}
            mayChoose={(time) => mayMoveTo(time, own)}
            timezone={ticket.timezone}
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
