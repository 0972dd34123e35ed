import { expect, test } from 'vitest';
import { owedOf } from './owed.ts';

test('a refund lowers the owed amount once, from the moment it is requested', () => {
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [])).toBe(100);
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'active', total: 30 }])).toBe(70);
  expect(owedOf({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'problem', total: 30 }])).toBe(70);
  expect(owedOf({ totalPaid: 100, totalRefunded: 30 }, [{ status: 'processed', total: 30 }])).toBe(70);
});

test('a cancelled refund does not lower the owed amount, but money returned by hand does', () => {
  expect(owedOf({ totalPaid: 100, totalRefunded: 25 }, [{ status: 'cancelled', total: 30 }])).toBe(75);
});
