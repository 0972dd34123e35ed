/**
 * Returns the text's UTF-8 bytes as one character each, because encoders of bar codes write such characters as bytes.
 */
export const byteCharacters = (text: string): string =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
