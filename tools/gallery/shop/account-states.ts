import type { State } from '../state.ts';
import { holding, pass, press } from './places.ts';
import * as step from './steps.ts';

export const accountStates: readonly State[] = [
  { name: 'login/form', at: '/login', sees: 'Login' },
  { name: 'login/mistakes', at: '/login', act: press('Login'), sees: 'There is a problem' },
  { name: 'login/on the way to checkout', at: '/login?from=%2Fcheckout', cart: holding(pass), sees: /held for/ },

  { name: 'register/form', at: '/register', sees: 'Register' },
  { name: 'register/mistakes', at: '/register', act: press('Register'), sees: 'There is a problem' },
  { name: 'register/sent', at: '/register', act: step.register, sees: 'Check your email' },

  { name: 'forgot password/form', at: '/forgot-password', sees: 'Email' },
  { name: 'forgot password/sent', at: '/forgot-password', act: step.forgot, sees: /spam|junk/i },

  { name: 'reset password/form', at: '/reset-password/mila%40example.org/abc', sees: /at least 8 characters/i },
  {
    name: 'reset password/mistakes',
    at: '/reset-password/mila%40example.org/abc',
    act: step.sendForm,
    sees: 'There is a problem',
  },
  {
    name: 'reset password/ended',
    at: '/reset-password/mila%40example.org/abc',
    act: step.resetPassword,
    sees: 'Incorrect code',
  },

  { name: 'resend tickets/form', at: '/resend-tickets', sees: 'Email' },
  { name: 'resend tickets/sent', at: '/resend-tickets', act: step.resend, sees: /spam|junk/i },

  { name: 'login link/opened', at: '/login-link#mila%40example.org/abc', sees: 'Welcome' },
  {
    name: 'login link/ended',
    at: '/login-link#mila%40example.org/abc',
    act: step.sendForm,
    sees: 'This link has expired',
  },

  { name: 'confirm email/opened', at: '/confirm-email#abc', sees: 'Confirm email address' },
  { name: 'confirm email/ended', at: '/confirm-email#abc', act: step.sendForm, sees: 'This link has expired' },

  { name: 'account/saved card', at: '/account', as: 'mila', sees: /Card for order SLK-PLNS/ },
  { name: 'account/form', at: '/account', as: 'mila', sees: 'Current password' },
  { name: 'account/mistakes', at: '/account', as: 'mila', act: step.sendForm, sees: 'There is a problem' },
  { name: 'account/log out?', at: '/account', as: 'newcomer', act: press(/^Log ?out/i), sees: /log out/i },
];
