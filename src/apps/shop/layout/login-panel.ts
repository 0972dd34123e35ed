import { lazy } from 'react';

const load = () => import('#features/customers/shop/public.tsx');

/** Preloads the panel's code. If this fails, opening the panel tries again. */
export const loadLoginPanel = (): void => void load().catch(() => {});

export const LazyLoginPanel = lazy(async () => ({ default: (await load()).LoginPanel }));
