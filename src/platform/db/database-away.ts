const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/** Trouble with a connection, a socket of this machine that is not there included. What names a path has to do with a file or a program. */
function isConnectionTrouble({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (path !== undefined) return false;
  return NETWORK_CODES.has(code) || (code === 'ENOENT' && syscall === 'connect');
}

/** What the server says when it, or the disk below it, cannot be written to for the moment: a full or failing disk, a server that only reads. */
const UNWRITABLE = ['25006', '53100', '58030'];

/** The server did not answer in time, not even that the time was over. */
export const isSilence = (error: unknown): boolean => /^Query read timeout/.test((error as Error)?.message ?? '');

/** A lock was not to be had in time; the statement that asked for it has done nothing. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string })?.code === '55P03';

/**
 * Connection trouble, a statement or a transaction that ran out of time, a lock that could not be had, and a conflict with
 * others that came back at every try, a disk that is full: another try may succeed. When the connection broke, nobody knows whether the last statement,
 * a commit perhaps, was still carried out.
 */
export function isDatabaseAway(error: unknown): boolean {
  const trouble = (error ?? {}) as NodeJS.ErrnoException;
  const { code = '', message = '' } = trouble;
  if (/^(08|40|53|57P)/.test(code) || ['25P03', '55P03', '57014', ...UNWRITABLE].includes(code)) return true;
  if (isConnectionTrouble(trouble) || isSilence(error)) return true;
  return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
    message,
  );
}
