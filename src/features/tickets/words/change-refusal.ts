import { markedText } from '#kernel/language.ts';

export const changeTexts = {
  recentlyEdited: markedText('This ticket has been recently edited. Please wait 15 minutes before editing it again.'),
  emailFixed: markedText('The email address of this ticket cannot be changed.'),
  goneMeanwhile: markedText(
    'This ticket was changed while you were editing it, so your changes were not saved. Your order shows its current details.',
  ),
  travelTimeMissing: markedText('Please select the travel time.'),
  travelTimeFailed: markedText('Could not update travel time. Please try later.'),
  travelTimeUpdated: markedText('Travel time updated.'),
} as const;
