import { expect, test } from 'vitest';
import { owedOf } from './owed.ts';

test('a refund lowers what is owed from its request on, and once only', () => {
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [])).toBe(100);
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'active', total: 30 }])).toBe(70);
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'problem', total: 30 }])).toBe(70);
  expect(owedOf({ totalPaid: 100, totalRefunded: 30 }, [{ status: 'processed', total: 30 }])).toBe(70);
});

test('a cancelled refund lowers nothing, and what was returned by hand is owed no more', () => {
  expect(owedOf({ totalPaid: 100, totalRefunded: 25 }, [{ status: 'cancelled', total: 30 }])).toBe(75);
});
