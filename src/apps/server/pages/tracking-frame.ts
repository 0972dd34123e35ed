import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pixelIdOf } from '#features/tracking/domain/pixel-id.ts';

/** The path of the frame; the browser's part of the tracking names it too. */
const PATH = '/tracking-frame';
const VENDOR_SCRIPT = 'https://connect.facebook.net/en_US/fbevents.js';

/**
 * The frame's own script, always the same text, so that its hash allows it: the vendor's queue, its automatic events and
 * history watching off, and the calls of the shop's page. A frame without an origin may not ask for cookies, and a script that
 * expects them must not fail on that, so they are empty.
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

/** The vendor's origins are allowed in this one answer and in no page of the shop, and the frame has no origin even when opened by itself. */
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

/** The page that the shop's pages put the vendor's script into; there is none without a configured pixel. */
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
