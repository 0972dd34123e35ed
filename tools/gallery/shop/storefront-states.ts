import type { State } from '../state.ts';
import * as personal from './personalise-steps.ts';
import { holding, pass, press } from './places.ts';
import * as step from './steps.ts';

export const storefrontStates: readonly State[] = [
  { name: 'home/visitor', at: '/', sees: 'Four days where the dunes meet the dark' },
  { name: 'home/logged in', at: '/', as: 'mila', act: step.untilLoggedIn, sees: 'Featured' },
  { name: 'home/closed shop', at: '/', shop: 'closed', sees: 'We are raking the sand' },
  { name: 'home/nothing featured, no merchandise', at: '/', shop: 'bare', sees: 'My orders' },
  { name: 'home/menu of phones', at: '/', only: 'phone', act: press('Menu'), sees: 'Tickets' },
  { name: 'home/login panel', at: '/', act: step.openLogin, sees: 'Forgot your password?' },
  { name: 'home/login panel refused', at: '/', act: step.refusedLogin, sees: 'There is a problem' },
  { name: 'home/skip link', at: '/', act: (page) => page.keyboard.press('Tab'), sees: /^Skip to/ },
  { name: 'home/busy shop', at: '/', cart: holding(pass), act: step.removeWhileBusy, sees: /busy|waiting|line/i },

  { name: 'loading/first data', at: '/portal', as: 'mila', before: step.holdCalls, sees: 'Loading the shop' },
  { name: 'loading/failed', at: '/portal', as: 'mila', before: step.failCalls, sees: 'Try again' },
  {
    name: 'loading/code of a page failed',
    at: '/faqs',
    act: step.failCodeLoading,
    sees: 'This page could not be shown',
  },

  { name: 'listing/tickets', at: '/tickets', sees: 'Festival Pass, four days' },
  { name: 'listing/coaches', at: '/tickets?type=transport', sees: 'Clear' },
  { name: 'listing/merchandise', at: '/merchandise', sees: 'Lark tee, size M' },
  { name: 'listing/in stock only', at: '/merchandise?stock=in', sees: 'Lark tee, size M' },
  { name: 'listing/nothing there', at: '/tickets', shop: 'bare', sees: 'Nothing here right now.' },

  { name: 'product/pass', at: '/tickets/sandlark-pass', sees: 'Add to cart' },
  { name: 'product/payment plan', at: '/tickets/sandlark-pass-plan', sees: 'Add to cart' },
  { name: 'product/few left', at: '/tickets/lark-lodge', sees: 'Only 6 left' },
  { name: 'product/sold out', at: '/tickets/sunday', sees: 'Out of Stock' },
  { name: 'product/coach', at: '/tickets/coach-amsterdam', sees: 'Add to cart' },
  { name: 'product/coach with one time', at: '/tickets/coach-brussels', sees: 'Add to cart' },
  { name: 'product/merchandise', at: '/merchandise/poster-a2', sees: 'Add to cart' },
  {
    name: 'product/plan in the cart',
    at: '/tickets/saturday',
    cart: holding({ code: 'sandlark-pass-plan' }),
    sees: /payment plan/i,
  },
  {
    name: 'product/plan with a full cart',
    at: '/tickets/sandlark-pass-plan',
    cart: holding(pass),
    sees: 'Payment plan items can only be purchased on their own.',
  },
  { name: 'product/in the cart', at: '/tickets/sandlark-pass', act: personal.addHere, sees: /View cart|Your cart/ },
  { name: 'product/unknown', at: '/tickets/none', sees: 'Tickets' },

  { name: 'content/faqs', at: '/faqs', sees: 'When do I get my ticket?' },
  { name: 'content/terms', at: '/terms-conditions', sees: 'These terms apply' },
  {
    name: 'content/contents on a phone',
    at: '/terms-conditions',
    only: 'phone',
    act: (page) => page.locator('summary', { hasText: 'On this page' }).click(),
    sees: 'Law and disputes',
  },
  { name: 'content/privacy', at: '/privacy-policy', sees: 'Privacy' },
  { name: 'content/cookies', at: '/cookie-policy', sees: 'Cookie' },
  { name: 'content/security', at: '/security-statement', sees: 'Security' },
  { name: 'content/accessibility', at: '/accessibility', sees: 'How it was tested' },
  { name: 'content/ambassadors', at: '/ambassadors', sees: 'Bring your people' },
  { name: 'content/unknown address', at: '/nothing-here', sees: 'Four days where the dunes meet the dark' },
];
