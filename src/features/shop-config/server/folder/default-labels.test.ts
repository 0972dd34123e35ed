import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { defaultLabels, saidLabel } from './default-labels.ts';

test('given a shop of another language, then what its operator did not name is said in it, and the operator’s own words stay', () => {
  const german = languageOf('de', { Paid: 'Bezahlt', 'All done': 'Alles erledigt' });
  expect(saidLabel(defaultLabels.payment_statuses.paid, german)).toBe('Bezahlt');
  expect(saidLabel('All done', german)).toBe('All done');
});
