import { lazy } from 'react';

const load = () => import('#features/customers/shop/public.tsx');

/** Brings the panel's code before it is wanted; what fails here is tried again when the panel opens. */
export const loadLoginPanel = (): void => void load().catch(() => {});

export const LazyLoginPanel = lazy(async () => ({ default: (await load()).LoginPanel }));
