import type { State } from '../state.ts';
import * as personal from './personalise-steps.ts';
import { brussels, endingIn, holding, pass, press, shirt } from './places.ts';
import * as step from './steps.ts';

export const cartStates: readonly State[] = [
  {
    name: 'dialog/personalise',
    at: '/tickets/sandlark-pass',
    act: personal.personalise,
    sees: 'Personalise your ticket',
  },
  {
    name: 'dialog/personalise coach',
    at: '/tickets/coach-amsterdam',
    act: personal.personalise,
    sees: /30 minutes before/,
  },
  {
    name: 'dialog/departure chosen',
    at: '/tickets/coach-amsterdam',
    act: press(/13:00/),
    sees: 'Personalise your ticket',
  },
  {
    name: 'dialog/many departures',
    at: '/tickets/coach-amsterdam',
    act: personal.personaliseAmongMany,
    sees: 'Personalise your ticket',
  },
  {
    name: 'dialog/personalise mistakes',
    at: '/tickets/coach-amsterdam',
    act: personal.sendEmpty,
    sees: 'Please enter the full name for this ticket holder.',
  },
  {
    name: 'dialog/personalise refused',
    at: '/tickets/sandlark-pass',
    act: personal.failAdd,
    sees: 'There is a problem',
  },
  {
    name: 'dialog/every travel time sold out',
    at: '/tickets/coach-amsterdam',
    act: personal.personaliseWithoutSeats,
    sees: 'All travel times are sold out.',
  },
  {
    name: 'dialog/sold out while it was open',
    at: '/tickets/sandlark-pass',
    act: personal.soldOutWhileTyping,
    sees: 'Still available',
  },
  {
    name: 'dialog/next of a group',
    at: '/tickets/sandlark-pass',
    act: personal.personaliseGroup,
    sees: /^2 tickets added/,
  },
  {
    name: 'dialog/personalise logged in',
    at: '/tickets/sandlark-pass',
    as: 'mila',
    act: personal.personaliseAsMila,
    sees: 'Personalise your ticket',
  },
  {
    name: 'dialog/extra without a pass',
    at: '/tickets/dune-camping',
    act: personal.personaliseNamed,
    sees: /We could not find an entry ticket/,
  },
  { name: 'dialog/added', at: '/merchandise/poster-a2', act: step.add, sees: 'Your cart' },
  {
    name: 'dialog/change what is in the cart',
    at: '/tickets',
    cart: holding(pass),
    act: step.editLine,
    sees: 'Personalise your ticket',
  },

  { name: 'cart/empty', at: '/tickets', act: step.openCart, sees: 'Your cart' },
  { name: 'cart/full', at: '/tickets', cart: holding(pass, brussels, shirt), act: step.openCart, sees: 'Checkout' },
  { name: 'cart/logged in', at: '/tickets', as: 'mila', cart: holding(pass), act: step.openCart, sees: 'Checkout' },
  { name: 'cart/removed', at: '/tickets', cart: holding(pass, shirt), act: step.removeLine, sees: 'Undo' },
  { name: 'cart/below five minutes', at: '/tickets', cart: endingIn(290), act: step.openCart, sees: 'Checkout' },
  { name: 'cart/below one minute', at: '/tickets', cart: endingIn(58), act: step.openCart, sees: 'Your cart' },
  { name: 'cart/keep it longer?', at: '/tickets', cart: endingIn(44), sees: /keep my cart/i },
  { name: 'cart/expired', at: '/tickets', cart: endingIn(6), act: step.letExpire, sees: 'Add to cart again' },
];
