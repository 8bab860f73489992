/** How many look on, and for how long. */
export interface CrowdSize {
  readonly sockets: number
  /** Server processes with the role http; viewers are dealt among them. */
  readonly processes: number
  /** People a minute who load the page meanwhile. */
  readonly loads_per_minute: number
  /** As many changes: one a second. */
  readonly seconds: number
}

function readCount(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const text = env[name] ?? ''
  const count = text === '' ? fallback : Number(text)
  if (!Number.isInteger(count) || count < 0 || count > most) throw new Error(`${name} must be a whole number up to ${most}.`)
  return count
}

/** From SOCKETS, PROCESSES, LOADS and SECONDS. @throws Error that names what is no number, or too large for one machine. */
export function readCrowdSize(env: NodeJS.ProcessEnv, fallback: { sockets: number; seconds: number }): CrowdSize {
  return {
    sockets: Math.max(1, readCount(env, 'SOCKETS', fallback.sockets, 40_000)),
    processes: Math.max(1, readCount(env, 'PROCESSES', 1, 8)),
    loads_per_minute: readCount(env, 'LOADS', 0, 10_000),
    seconds: Math.max(1, readCount(env, 'SECONDS', fallback.seconds, 3600)),
  }
}
