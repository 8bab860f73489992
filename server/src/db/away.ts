/**
 * Classes and codes of PostgreSQL's appendix A that describe the state of the server rather than a mistake in the statement: a
 * later attempt may succeed. The first two characters of a code are its class.
 */
const away = new Set([
  '08', // connection failed
  '28', // login refused
  '3D000', // database missing, for example during a restore
  '25006', // read-only: a standby, or a host without disk space
  '25P03', // transaction ended because it was idle or took too long
  '25P04',
  '40', // transaction ended in favour of another one
  '53', // disk, memory or connections used up
  '55000', // not in the required state, for example during recovery
  '55P03', // lock not available in time
  '57', // shutting down, starting, or query cancelled
  '58', // disk failure
])

/** Codes of sockets; file errors use the same codes. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The pool and the driver have no codes for their own timeouts. */
const gaveUp =
  /^timeout exceeded when trying to connect|^timeout expired$|^Connection terminated|^Client has encountered a connection error|^Query read timeout/

/** True if the database is unreachable, full, read-only or timed out: the caller made no mistake. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (gaveUp.test(error.message)) return true
  if (typeof code !== 'string') return false
  if (/^[0-9][0-9A-Z]{4}$/.test(code)) return away.has(code) || away.has(code.slice(0, 2))
  // The socket of a local database is a file.
  return unreachable.has(code) || (code === 'ENOENT' && syscall === 'connect')
}
