/**
 * Classes and codes of PostgreSQL's appendix A that say nothing about what was asked for: later the same may succeed. The
 * first two characters of a code are its class.
 */
const away = new Set([
  '08', // the connection failed
  '28', // it does not let us in any more
  '3D000', // the database is not there, for example while it is restored
  '25006', // it only reads: a standby, or one whose host has run out of space
  '25P03', // it ended a transaction that rested, or took, too long
  '25P04',
  '40', // it ended a transaction for the sake of another
  '53', // no space on the disk, no memory, no free connection
  '55000', // not in the state for it, for example while it recovers
  '55P03', // a lock was not to be had in time
  '57', // it is shutting down, starting, or ended the query
  '58', // its disk fails
])

/** Of a socket; the same codes also tell of files. */
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

/** The pool and the driver have no codes for what they give up themselves. */
const gaveUp =
  /^timeout exceeded when trying to connect|^timeout expired$|^Connection terminated|^Client has encountered a connection error|^Query read timeout/

/** True when the database is not there, is full, only reads, or gave up: whoever asked did nothing wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (gaveUp.test(error.message)) return true
  if (typeof code !== 'string') return false
  if (/^[0-9][0-9A-Z]{4}$/.test(code)) return away.has(code) || away.has(code.slice(0, 2))
  // The socket of a database on this machine is a file.
  return unreachable.has(code) || (code === 'ENOENT' && syscall === 'connect')
}
