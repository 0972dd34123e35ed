/** The configured pixel, or null without one. Anything but digits is none: the id ends up in a page beside the vendor's script. */
export const pixelIdOf = ({ trackingPixelId: id }: { trackingPixelId: string | null }): string | null =>
  id && /^[0-9]+$/.test(id) ? id : null;
