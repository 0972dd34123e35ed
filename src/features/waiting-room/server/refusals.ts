import { markedText } from '#kernel/language.ts';
import { conflict, type HttpRefusal, httpRefusals } from '#platform/http/refusal.ts';
import type { EntryRefusal } from '../domain/may-add.ts';

const refusals = httpRefusals<EntryRefusal>({
  no_entry: conflict(markedText('This item has a waiting room. Please take a place there first.')),
  entry_used: conflict(
    markedText('Your place in the waiting room has already been used for another cart. Please take a new one.'),
  ),
  entry_ended: conflict(
    markedText('Your time to begin a cart has ended. Please take a new place in the waiting room.'),
  ),
});

/** `address`: the path of the waiting room's page, which the shop's pages open. */
export const entryRefusal = (refusal: EntryRefusal, address: string): HttpRefusal => ({
  ...refusals(refusal),
  waitingRoom: address,
});

export const placeUnknown: HttpRefusal = {
  status: 404,
  message: markedText('This place in a waiting room is not valid.'),
};
