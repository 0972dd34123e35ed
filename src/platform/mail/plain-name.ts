/**
 * A typed name as a mail may say it, or null. Anybody can have some mails sent to anybody with any name in them, so a name is
 * used only when it can be nothing but a name: no addresses that mail programs turn into links, and no sentences.
 */
export function plainName(fullName: string): string | null {
  const isName =
    /^[\p{L}\p{M}][\p{L}\p{M}'’.\- ]*$/u.test(fullName) && !/\.\S/.test(fullName) && fullName.split(' ').length <= 5;
  return isName && fullName.length <= 60 ? fullName : null;
}
