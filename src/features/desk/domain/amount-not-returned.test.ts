import { expect, test } from 'vitest';
import { amountNotReturned } from './amount-not-returned.ts';

test('a refund lowers the amount not returned once, as soon as it is requested', () => {
  expect(amountNotReturned({ totalPaid: 100, totalRefunded: 0 }, [])).toBe(100);
  expect(amountNotReturned({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'active', total: 30 }])).toBe(70);
  expect(amountNotReturned({ totalPaid: 100, totalRefunded: 0 }, [{ status: 'problem', total: 30 }])).toBe(70);
  expect(amountNotReturned({ totalPaid: 100, totalRefunded: 30 }, [{ status: 'processed', total: 30 }])).toBe(70);
});

test('a cancelled refund does not lower the amount not returned, but money returned by hand does', () => {
  expect(amountNotReturned({ totalPaid: 100, totalRefunded: 25 }, [{ status: 'cancelled', total: 30 }])).toBe(75);
});
