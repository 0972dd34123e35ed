import type { FastifyInstance } from 'fastify';
import { pixelIdOf } from '#features/tracking/domain/pixel-id.ts';
import { FIRST_SCRIPT_SOURCE } from './first-script.ts';

export interface SecurityOptions {
  /** Whether the shop is reached over https; only then browsers are told to insist on it. */
  readonly isHttps: boolean;
  /** Origins that a hidden payment form is sent to, such as `https://pay.example.org`. */
  readonly gatewayOrigins: readonly string[];
}

/** What the operator's configuration adds to the policy of pages. */
export interface PolicyAdditions {
  /** A stylesheet with fonts from elsewhere; null: none. */
  readonly fontStylesheet: string | null;
  readonly trackingPixelId: string | null;
}

const noAdditions: PolicyAdditions = { fontStylesheet: null, trackingPixelId: null };

/** The content security policy: nothing is allowed but what is named. */
export function contentSecurityPolicy(options: SecurityOptions, additions: PolicyAdditions = noAdditions): string {
  const fontOrigin = originOf(additions.fontStylesheet);
  const hasPixel = pixelIdOf(additions) !== null;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", FIRST_SCRIPT_SOURCE],
    'style-src': ["'self'", ...(fontOrigin ? [fontOrigin] : [])],
    // A stylesheet of fonts may name its files anywhere; a font can do no harm.
    'font-src': ["'self'", ...(fontOrigin ? ['https:'] : [])],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    // The pixel runs in a frame of its own, and only that frame's answer names the vendor (tracking-frame.ts).
    ...(hasPixel ? { 'frame-src': ["'self'"] } : {}),
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...options.gatewayOrigins],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function originOf(address: string | null): string | null {
  if (!address || !URL.canParse(address)) return null;
  return new URL(address).origin;
}

/** Paths that carry a secret: no other site and no log of one shall read it in a Referer. */
const SECRET_PATHS =
  /^\/(accept-tcs|confirm-email|download-calendar|download-invoice|download-ticket|login-link|payment-plan-payment|payments|reset-password)(\/|$)/;

export const referrerPolicy = (pathname: string): string =>
  SECRET_PATHS.test(pathname) ? 'no-referrer' : 'strict-origin-when-cross-origin';

/** The headers that all answers have in common; each adds its own `referrer-policy`. */
export function securityHeaders(options: SecurityOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
    ...(options.isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * Puts the security headers on every answer of the server, errors included. A route that needs another policy sets its own
 * `content-security-policy` afterwards.
 */
export function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  const headers = securityHeaders(options);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    reply.header('referrer-policy', referrerPolicy(request.url.split('?', 1)[0]!));
  });
}
