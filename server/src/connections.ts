import type { serverRoles } from './config.ts'

// How many connections to the database a process may have. PostgreSQL allows 100 as it is installed, and keeps three of them for
// superusers. What we recommend must fit, also in the 20 seconds in which the connections of a machine that is gone still count (0067).

type Role = (typeof serverRoles)[number]

/** For what people ask. A statement takes a millisecond or a few, so more connections would only let more of them wait inside the database. */
export const forVisitors = 10

/** For the work of a role; every process also says how it is. */
const forWork: Record<Role, number> = { http: 2, scoring: 6, jobs: 12 }

/** Several roles share the pool of the largest. */
export const countForWork = (roles: readonly Role[]): number => Math.max(...roles.map((role) => forWork[role]))

/** Previews that one process computes at the same time, each on a connection of its own. */
export const previewsAtOnce = 2

/** Outside any pool: to listen, to be seen alive by other `jobs` processes, and to hold the locks of scoring. */
function countUnpooled(roles: readonly Role[]): number {
  const works = roles.filter((role) => role !== 'http').length
  return works + (works > 0 ? 1 : 0) + (roles.includes('http') ? 1 + previewsAtOnce : 0)
}

/** The most connections that a process with these roles has at any time. docs/operations.md lists them. */
export const countConnections = (roles: readonly Role[]): number =>
  countForWork(roles) + (roles.includes('http') ? forVisitors : 0) + countUnpooled(roles)
