import { departureRefusals } from '#features/stock/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import type { TicketChangeRefusal } from '../domain/change-refusal.ts';
import { changeSentence } from '../words/change-holder.ts';
import { changeTexts } from '../words/change-refusal.ts';

export const changeRefusal = httpRefusals<TicketChangeRefusal>({
  not_found: notFound,
  changed_meanwhile: conflict(
    markedText('This ticket was changed in the meantime. Please open it again from your order.'),
  ),
  pending: conflict(markedText('This ticket can be changed once its order is fully paid.')),
  in_refund: conflict(markedText('A refund was requested for this ticket, so it cannot be changed.')),
  not_active: conflict(markedText('This ticket can no longer be changed.')),
  recently_edited: conflict(changeTexts.recentlyEdited),
  name_fixed: conflict(markedText('The name on this ticket can no longer be changed.')),
  email_fixed: conflict(changeTexts.emailFixed),
  travel_time_fixed: conflict(markedText('The travel time of this ticket can no longer be changed.')),
  invalid: ({ problems }) => {
    const worded = inWords(problems, changeSentence);
    const fields = worded.flatMap(({ field, message }) => (field ? [{ field, message }] : []));
    // Nothing changed, so the problem has no field.
    return fields.length > 0 ? invalidFields(fields) : { status: 422, message: worded[0]?.message ?? '' };
  },
  travel_time_missing: invalidFields([{ field: 'transport_time_id', message: changeTexts.travelTimeMissing }]),
  departure_unknown: invalidFields([{ field: 'transport_time_id', message: changeTexts.travelTimeMissing }]),
  ...departureRefusals,
});
