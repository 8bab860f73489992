import { type AdminPage, adminPages, mayOpen, nobody } from '@muster/domain/access'
import { type Role, roles } from '@muster/contract/users'

const allPages = Object.keys(adminPages) as AdminPage[]

/** The pages that a role opens by itself, by the table that the server decides by. */
export const listPagesOf = (role: Role): AdminPage[] =>
  allPages.filter((page) => page !== 'home' && mayOpen(page, { ...nobody, roles: [role] }))

/** Whether a role opens everything that roles open; some pages are for those alone who play. */
export const opensAll = (role: Role): boolean => {
  const own = listPagesOf(role)
  return roles.flatMap(listPagesOf).every((page) => own.includes(page))
}

/** What came and what went between two lists of roles. */
export const compareRoles = (before: readonly Role[], after: readonly Role[]) => ({
  given: after.filter((role) => !before.includes(role)),
  taken: before.filter((role) => !after.includes(role)),
})
