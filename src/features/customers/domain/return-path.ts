/**
 * Where somebody returns to after logging in: a path of this shop, else '/'. A second slash or a backslash after the first
 * would lead browsers to another site, and so would control characters, which they drop.
 */
export function returnPath(from: string | null | undefined): string {
  if (!from || from.length > 500) return '/';
  return /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(from) ? from : '/';
}
