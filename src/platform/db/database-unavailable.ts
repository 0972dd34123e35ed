const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/**
 * Recognises a broken connection, even a missing local socket. An error with a path is about a file or a program
 * instead.
 */
function isConnectionTrouble({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (path !== undefined) return false;
  return NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** Error codes of a server that cannot write for now: read-only, disk full, disk failure. */
const UNWRITABLE = ['25006', '53100', '58030'];

/** True if the server did not answer at all, not even with a timeout. */
export const isSilence = (error: unknown): boolean => /^Query read timeout/.test((error as Error)?.message ?? '');

/** True if the server is lost, is shutting down or may no longer write: another connection may find its successor. */
export const isLostServer = (error: unknown): boolean =>
  /^(25006|57P0[1-4]|08...)$/.test((error as { code?: string })?.code ?? '');

/**
 * True if the database is unavailable for every statement, so that repeating a combined statement part by part would
 * only add load. A lost conflict or an unavailable lock may concern a single part.
 */
export const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !/^(40|55P03)/.test((error as { code?: string })?.code ?? '');

/** True if a lock was not available in time. The statement that requested it has had no effect. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string })?.code === '55P03';

/**
 * True for errors where a later attempt may succeed: a broken connection, a timeout, an unavailable lock, a conflict
 * that persisted through every retry, a full disk. After a broken connection the last statement, even a commit, may or
 * may not have taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const trouble = (error ?? {}) as NodeJS.ErrnoException;
  const { code = '', message = '' } = trouble;
  if (/^(08|40|53|57P)/.test(code) || ['25P03', '55P03', '57014', ...UNWRITABLE].includes(code)) return true;
  if (isConnectionTrouble(trouble) || isSilence(error)) return true;
  return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
    message,
  );
}
