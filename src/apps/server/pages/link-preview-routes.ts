import type { FastifyInstance } from 'fastify';
import { shopPicture } from '#features/tickets/server/public.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import type { Admission } from '#platform/http/admission.ts';
import { drawInTurn } from '#platform/pdf/draw-in-turn.ts';
import { drawLinkPreview } from './draw-link-preview.ts';
import type { PageBundle } from './embedded-bundle.ts';
import { type PreviewItem, type PreviewShop, previewVersion } from './link-preview.ts';

export interface LinkPreviewParts {
  bundle(): Promise<PageBundle>;
  /** Null if another server has the operator's pictures. */
  readonly files: Pick<ShopFiles, 'read'> | null;
  readonly admission: Pick<Admission, 'enter'>;
}

/** The maximum number of cached previews, about 80 KB each. */
const MAX_CACHED = 100;

/**
 * Serves `/link-preview/<kind>/<code>.jpg`, which is drawn when a product is first shared and cached until its
 * appearance changes. Other sites may load it, because they show it.
 */
export function addLinkPreviews(app: FastifyInstance, parts: LinkPreviewParts): void {
  const cached = new Map<string, Promise<Buffer>>();

  const draw = async (item: PreviewItem, shop: PreviewShop): Promise<Buffer> => {
    const format = shop.imageFormats.at(-1);
    const picture =
      parts.files && item.shop_image && format
        ? await shopPicture(parts.files, item.shop_image, `-500x500@2x.${format}`)
        : null;
    return await drawInTurn(() => drawLinkPreview(item, shop, picture));
  };

  app.get<{ Params: { kind: string; file: string }; Querystring: { v?: unknown } }>(
    '/link-preview/:kind/:file',
    async (request, reply) => {
      const { config, products, merchandise } = await parts.bundle();
      const { kind, file } = request.params;
      const code = file.endsWith('.jpg') ? file.slice(0, -'.jpg'.length) : null;
      const items =
        kind === 'tickets' ? products : kind === 'merchandise' && config.merchandiseActive ? merchandise : [];
      const item = config.shopActive ? items.find((one) => one.external_code === code) : undefined;
      if (!item) return reply.callNotFound();
      const version = previewVersion(item, config);
      const key = `${kind} ${code} ${version}`;
      if (!cached.has(key)) {
        // Drawing a picture is new work, which a busy shop refuses.
        const entry = parts.admission.enter('begin');
        if (!entry.admitted) return reply.code(503).header('retry-after', String(entry.retryAfter)).send();
        const drawing = draw(item, config).finally(entry.leave);
        cached.set(key, drawing);
        drawing.catch(() => cached.delete(key));
        if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value!);
      }
      const isNewest = request.query.v === version;
      return reply
        .type('image/jpeg')
        .header('cache-control', isNewest ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(await cached.get(key));
    },
  );
}
