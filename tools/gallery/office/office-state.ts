import type { State } from '../state.ts';

/** A state of the office, seen by the demo's owner unless somebody else is named. */
export type OfficeState = Omit<State, 'as' | 'cart' | 'shop'>;

export const order = (suffix: string, page = '') => `/office/orders/SLK-${suffix}${page}`;
