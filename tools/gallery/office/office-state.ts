import type { State } from '../state.ts';

/** A state of the office; the demo's owner looks at it unless somebody else is named. */
export type OfficeState = Omit<State, 'as' | 'cart' | 'shop'>;

export const order = (suffix: string, page = '') => `/office/orders/SLK-${suffix}${page}`;
