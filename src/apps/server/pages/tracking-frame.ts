import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pixelIdOf } from '#features/tracking/domain/pixel-id.ts';

/** The browser's tracking code uses the same path. */
const PATH = '/tracking-frame';
const VENDOR_SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js';

/**
 * The frame's constant script, which the policy allows by its hash. It starts the vendor's queue without automatic
 * events and history tracking, and forwards the page's calls. In a frame without an origin, reading cookies throws,
 * which would stop the vendor's script, so cookies are replaced with empty ones.
 */
const FRAME_SCRIPT = `(function(){
Object.defineProperty(document,"cookie",{get:function(){return""},set:function(){}});
var q=window.fbq=function(){q.callMethod?q.callMethod.apply(q,arguments):q.queue.push(arguments)};
window._fbq=q;q.push=q;q.loaded=true;q.version="2.0";q.queue=[];q.disablePushState=true;
var id=document.documentElement.dataset.pixel;
q("set","autoConfig",false,id);q("init",id);
addEventListener("message",function(event){
if(event.source!==parent||event.origin!==location.origin)return;
var call=event.data;q("track",call.name,call.parameters,{eventID:call.eventID});
});
})()`;

const HASH = `'sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}'`;

/** Only this answer, and no page, allows the vendor's origins. The frame has no origin even when opened directly. */
const POLICY = [
  "default-src 'none'",
  `script-src ${HASH} https://connect.facebook.net`,
  'img-src https://www.facebook.com',
  'connect-src https://www.facebook.com',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-scripts',
].join('; ');

const frameDocument = (pixelId: string): string => `<!doctype html>
<html lang="en" data-pixel="${pixelId}">
<head>
<meta charset="utf-8">
<title>Advertising pixel</title>
<script>${FRAME_SCRIPT}</script>
<script async src="${VENDOR_SCRIPT}"></script>
</head>
<body></body>
</html>
`;

/** Adds the page for the vendor's script. The page only exists if a pixel is configured. */
export function addTrackingFrame(
  app: FastifyInstance,
  config: () => Promise<{ trackingPixelId: string | null }>,
): void {
  app.get(PATH, async (_request, reply) => {
    const pixelId = pixelIdOf(await config());
    if (pixelId === null) return reply.callNotFound();
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('referrer-policy', 'no-referrer')
      .send(frameDocument(pixelId));
  });
}
