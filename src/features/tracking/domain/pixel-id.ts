/**
 * The configured pixel, or null. Only digits are accepted, because the id is inserted into the page with the vendor's
 * script.
 */
export const pixelIdOf = ({ trackingPixelId: id }: { trackingPixelId: string | null }): string | null =>
  id && /^[0-9]+$/.test(id) ? id : null;
