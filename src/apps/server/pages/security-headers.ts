import type { FastifyInstance } from 'fastify';
import { pixelIdOf } from '#features/tracking/domain/pixel-id.ts';
import { INLINE_SCRIPT_SOURCE } from './inline-script.ts';

export interface SecurityOptions {
  /** Whether the shop is behind https; only then are browsers told to insist on it. */
  readonly isHttps: boolean;
  /** Origins that receive hidden payment forms, such as `https://pay.example.org`. */
  readonly gatewayOrigins: readonly string[];
}

/** Hashes of the inline script and style of a page that does not load the application's script. */
export interface InlineSources {
  readonly script: string;
  readonly style: string;
}

/** The operator's additions to the pages' policy. */
export interface PolicyAdditions {
  readonly fontStylesheet: string | null;
  readonly trackingPixelId: string | null;
}

const noAdditions: PolicyAdditions = { fontStylesheet: null, trackingPixelId: null };

/** Returns the policy of a page. `inline` is for pages that do not load the application's script. */
export function contentSecurityPolicy(
  options: SecurityOptions,
  additions: PolicyAdditions = noAdditions,
  inline?: InlineSources,
): string {
  const fontOrigin = originOf(additions.fontStylesheet);
  const hasPixel = pixelIdOf(additions) !== null;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': inline ? [inline.script] : ["'self'", INLINE_SCRIPT_SOURCE],
    'style-src': ["'self'", ...(inline ? [inline.style] : []), ...(fontOrigin ? [fontOrigin] : [])],
    // A font stylesheet may load its files from anywhere, because a font can do no harm.
    'font-src': ["'self'", ...(fontOrigin ? ['https:'] : [])],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    // The pixel runs in a separate frame, and only that frame's policy names the vendor (tracking-frame.ts).
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

/** Matches paths that contain a secret, which no other site may receive in a Referer. */
const SECRET_PATHS =
  /^\/(accept-tcs|confirm-email|download-calendar|download-invoice|download-ticket|download-transfer|login-link|payment-plan-payment|payments|reset-password)(\/|$)/;

export const referrerPolicy = (pathname: string): string =>
  SECRET_PATHS.test(pathname) ? 'no-referrer' : 'strict-origin-when-cross-origin';

/** Returns the headers of all answers. Each answer adds its own `referrer-policy`. */
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

/** Adds the security headers to every answer, including errors. A route may set another policy afterwards. */
export function addSecurityHeaders(app: FastifyInstance, options: SecurityOptions): void {
  const headers = securityHeaders(options);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    reply.header('referrer-policy', referrerPolicy(request.url.split('?', 1)[0]!));
  });
}
