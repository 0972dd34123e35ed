import { text } from '#kernel/text.ts';
import { type HttpRefusal, invalidFields, notFound } from '#platform/http/refusal.ts';
import { changeTexts, type TicketChangeRefusal } from '../domain/change-refusal.ts';

type Wording = {
  [Kind in TicketChangeRefusal['kind']]: (refusal: Extract<TicketChangeRefusal, { kind: Kind }>) => HttpRefusal;
};

const conflict = (message: string): HttpRefusal => ({ status: 409, message });

const wording = {
  not_found: () => notFound,
  changed_meanwhile: () =>
    conflict(text('This ticket was changed in the meantime. Please open it again from your order.')),
  pending: () => conflict(text('This ticket can be changed when its order is paid to the end.')),
  in_refund: () => conflict(text('A refund was requested for this ticket, so it cannot be changed.')),
  not_active: () => conflict(text('This ticket cannot be changed any more.')),
  recently_edited: () => conflict(changeTexts.recentlyEdited),
  name_fixed: () => conflict(text('The name on this ticket cannot be changed any more.')),
  email_fixed: () => conflict(text('The email address of this ticket cannot be changed.')),
  travel_time_fixed: () => conflict(text('The travel time of this ticket cannot be changed any more.')),
  invalid: ({ problems }) => {
    const fields = problems.flatMap(({ field, message }) => (field ? [{ field, message }] : []));
    // Nothing changed: that is about no field.
    return fields.length > 0 ? invalidFields(fields) : { status: 422, message: problems[0]?.message ?? '' };
  },
  travel_time_missing: () => invalidFields([{ field: 'transport_time_id', message: changeTexts.travelTimeMissing }]),
  departure_unknown: () => invalidFields([{ field: 'transport_time_id', message: changeTexts.travelTimeMissing }]),
  departure_gone: () => conflict(text('This travel time is no longer available. Please choose another one.')),
  departure_sold_out: () => conflict(text('Sorry, this travel time is sold out. Please choose another one.')),
} satisfies Wording;

/** A refusal's status and sentence on the wire. */
export const changeRefusal = (refusal: TicketChangeRefusal): HttpRefusal =>
  (wording[refusal.kind] as (refusal: TicketChangeRefusal) => HttpRefusal)(refusal);
