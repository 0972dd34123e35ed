import { laterText } from '#kernel/language.ts';

export const changeTexts = {
  recentlyEdited: laterText('This ticket has been recently edited. Please wait 15 minutes before editing it again.'),
  goneMeanwhile: laterText(
    'This ticket was changed while you were editing it, so your changes were not saved. Your order shows its current details.',
  ),
  travelTimeMissing: laterText('Please select the travel time.'),
  travelTimeFailed: laterText('Could not update travel time. Please try later.'),
  travelTimeUpdated: laterText('Travel time updated.'),
} as const;
