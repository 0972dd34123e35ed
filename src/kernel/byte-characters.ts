/** The text's bytes in UTF-8, each as one character; encoders of bar codes write such characters as bytes. */
export const byteCharacters = (text: string): string =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
