import { expect, test } from 'vitest';
import { neighbourOf, savedQuery } from './saved-view.ts';

test('a view keeps the filters, however they are ordered in the address', () => {
  expect(savedQuery('days=30-days&view=waiting&item=pass%202027')).toBe('view=waiting&item=pass%202027&days=30-days');
  expect(savedQuery('hide=items.paid&view=waiting')).toBe('view=waiting&hide=items.paid');
  expect(savedQuery('?view=waiting&days=30-days&item=pass+2027')).toBe('view=waiting&item=pass%202027&days=30-days');
});

test('a view keeps neither the searched text nor a parameter that no list knows', () => {
  expect(savedQuery('q=mila@example.org&saved=4&status=paid&x=1&method=')).toBe('status=paid');
  expect(savedQuery(`item=${'x'.repeat(101)}`)).toBe('');
  expect(savedQuery('item=%E0%A4%A&status=paid&view')).toBe('status=paid');
});

test('a view that is moved changes places with the view before or after it, if there is one', () => {
  const views = [{ id: 5 }, { id: 2 }, { id: 9 }];
  expect(neighbourOf(views, 2, -1)).toEqual({ id: 5 });
  expect(neighbourOf(views, 2, 1)).toEqual({ id: 9 });
  expect(neighbourOf(views, 5, -1)).toBeNull();
  expect(neighbourOf(views, 9, 1)).toBeNull();
  expect(neighbourOf(views, 7, 1)).toBeNull();
});
