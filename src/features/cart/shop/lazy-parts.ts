import { lazy } from 'react';

// Dialogs bring Base UI, which nobody needs before the first press.

export const loadPersonaliseDialog = () => import('./add-dialog.tsx');
export const LazyAddDialog = lazy(async () => ({ default: (await loadPersonaliseDialog()).AddDialog }));

export const loadCartPanel = () => import('./cart-panel.tsx');
export const LazyCartPanel = lazy(async () => ({ default: (await loadCartPanel()).CartPanel }));

export const LazyKeepCartPrompt = lazy(async () => ({
  default: (await import('./keep-cart-prompt.tsx')).KeepCartPrompt,
}));

export const LazyExpiredCartOffer = lazy(async () => ({
  default: (await import('./expired-cart-offer.tsx')).ExpiredCartOffer,
}));
