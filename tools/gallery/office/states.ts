import type { State } from '../state.ts';
import { inboxStates } from './inbox-states.ts';
import { lineStates } from './line-states.ts';
import { listStates } from './list-states.ts';
import { moneyStates } from './money-states.ts';
import { newOrderStates } from './new-order-states.ts';
import type { OfficeState } from './office-state.ts';
import { orderStates } from './order-states.ts';
import { pageStates } from './page-states.ts';
import { planStates } from './plan-states.ts';
import { reportStates } from './report-states.ts';
import { shellStates } from './shell-states.ts';
import { signInStates } from './sign-in-states.ts';
import { teamStates } from './team-states.ts';
import { todayStates } from './today-states.ts';

const byOwner: readonly OfficeState[] = [
  ...shellStates,
  ...todayStates,
  ...inboxStates,
  ...listStates,
  ...orderStates,
  ...planStates,
  ...newOrderStates,
  ...lineStates,
  ...moneyStates,
  ...reportStates,
  ...teamStates,
  ...pageStates,
];

/** Every screen of the office, as the demo's owner sees it unless another person is named. */
export const officeStates: readonly State[] = [
  ...signInStates,
  ...byOwner.map((state): OfficeState => ({ staff: 'berta', ...state })),
].map((state) => ({ ...state, name: `office/${state.name}`, isOffice: true }));
