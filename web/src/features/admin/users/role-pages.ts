import { type AdminPage, adminPages, mayOpen, nobody } from '@muster/domain/access'
import type { Role } from '@muster/contract/users'

const allPages = Object.keys(adminPages) as AdminPage[]

/** The pages that a role opens by itself, by the table that the server decides by. */
export const listPagesOf = (role: Role): AdminPage[] =>
  allPages.filter((page) => page !== 'home' && mayOpen(page, { ...nobody, roles: [role] }))

/** Whether a role opens everything there is. */
export const opensAll = (role: Role): boolean => listPagesOf(role).length === allPages.length - 1

/** What came and what went between two lists of roles. */
export const compareRoles = (before: readonly Role[], after: readonly Role[]) => ({
  given: after.filter((role) => !before.includes(role)),
  taken: before.filter((role) => !after.includes(role)),
})
