import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { defaultLabels, translatedLabel } from './default-labels.ts';

test('given a shop in another language, then default labels are translated, and the operator’s own stay', () => {
  const german = languageOf('de', { Paid: 'Bezahlt', 'All done': 'Alles erledigt' });
  expect(translatedLabel(defaultLabels.payment_statuses.paid, german)).toBe('Bezahlt');
  expect(translatedLabel('All done', german)).toBe('All done');
});
