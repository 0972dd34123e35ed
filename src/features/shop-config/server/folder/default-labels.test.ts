import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { defaultLabels, translatedLabel } from './default-labels.ts';

test('default labels are translated into the shop’s language, and the operator’s own stay', () => {
  const german = languageOf('de', { Paid: 'Bezahlt', 'All done': 'Alles erledigt' });
  expect(translatedLabel(defaultLabels.payment_statuses.paid, german)).toBe('Bezahlt');
  expect(translatedLabel('All done', german)).toBe('All done');
});
