/** Size and duration of a bench with viewers. */
export interface CrowdSize {
  readonly sockets: number
  /** Server processes with the role http; viewers are spread across them. */
  readonly processes: number
  /** Page loads per minute during the bench. */
  readonly loads_per_minute: number
  /** Duration; there is one change per second. */
  readonly seconds: number
}

function readCount(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const text = env[name] ?? ''
  const count = text === '' ? fallback : Number(text)
  if (!Number.isInteger(count) || count < 0 || count > most) throw new Error(`${name} must be an integer up to ${most}.`)
  return count
}

/**
 * Reads SOCKETS, PROCESSES, LOADS and SECONDS.
 * @throws Error that names an invalid value, or one too large for a single machine
 */
export function readCrowdSize(env: NodeJS.ProcessEnv, fallback: { sockets: number; seconds: number }): CrowdSize {
  return {
    sockets: Math.max(1, readCount(env, 'SOCKETS', fallback.sockets, 40_000)),
    processes: Math.max(1, readCount(env, 'PROCESSES', 1, 8)),
    loads_per_minute: readCount(env, 'LOADS', 0, 10_000),
    seconds: Math.max(1, readCount(env, 'SECONDS', fallback.seconds, 3600)),
  }
}
