/**
 * Returns the name if a mail may contain it, else null. Anyone can have some mails sent to anyone with any name in
 * them, so the text must look like a name: no addresses that mail programs turn into links, and no sentences.
 */
export function plainName(fullName: string): string | null {
  const isName =
    /^[\p{L}\p{M}][\p{L}\p{M}'’.\- ]*$/u.test(fullName) && !/\.\S/.test(fullName) && fullName.split(' ').length <= 5;
  return isName && fullName.length <= 60 ? fullName : null;
}
