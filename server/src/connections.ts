import type { serverRoles } from './config.ts'

// Limits for database connections per process. PostgreSQL allows 100 by default and reserves three of them for superusers. The
// recommended setup must fit, even during the 20 seconds in which the connections of a lost machine still count (0067).

type Role = (typeof serverRoles)[number]

/**
 * For visitors' requests. Statements take a few milliseconds, so more connections would only move the waiting into the database.
 */
export const forVisitors = 10

/** For the work of a role, and for the health data of every process. */
const forWork: Record<Role, number> = { http: 2, scoring: 6, jobs: 12 }

/** Roles in one process share the pool of the largest. */
export const countForWork = (roles: readonly Role[]): number => Math.max(...roles.map((role) => forWork[role]))

/** Previews computed at the same time in one process, each on its own connection. */
export const previewsAtOnce = 2

/** Connections outside any pool: for notifications, for the presence of `jobs` processes, and for the locks of scoring. */
function countUnpooled(roles: readonly Role[]): number {
  const works = roles.filter((role) => role !== 'http').length
  return works + (works > 0 ? 1 : 0) + (roles.includes('http') ? 1 + previewsAtOnce : 0)
}

/** Maximum number of connections of a process with these roles. Listed in docs/operations.md. */
export const countConnections = (roles: readonly Role[]): number =>
  countForWork(roles) + (roles.includes('http') ? forVisitors : 0) + countUnpooled(roles)
