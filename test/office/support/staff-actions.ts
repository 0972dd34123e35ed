import type { OfficeAction } from './office-action.ts';
import { newNumber } from './situations.ts';

/* Changes to the team that a colleague can make at the same time. */

export const staffActions: Readonly<Record<string, OfficeAction>> = {
  'staff-invite': {
    given: async () => ({
      body: { name: 'Noor Bakker', email: `new${newNumber()}@sandlark.example`, roles: ['support'] },
    }),
    rivals: ['a colleague invites them to another role', 'a colleague withdraws the invitation'],
  },
};
