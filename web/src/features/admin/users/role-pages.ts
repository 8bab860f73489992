import { type AdminPage, adminPages, mayOpen, nobody } from '@muster/domain/access'
import { type Role, roles } from '@muster/contract/users'

const allPages = Object.keys(adminPages) as AdminPage[]

/** The pages that a role alone opens, by the table that the server uses. */
export const listPagesOf = (role: Role): AdminPage[] =>
  allPages.filter((page) => page !== 'home' && mayOpen(page, { ...nobody, roles: [role] }))

/** Whether a role opens every page that roles can open; some pages are for players only. */
export const opensAll = (role: Role): boolean => {
  const own = listPagesOf(role)
  return roles.flatMap(listPagesOf).every((page) => own.includes(page))
}

/** Added and removed roles between two lists. */
export const compareRoles = (before: readonly Role[], after: readonly Role[]) => ({
  given: after.filter((role) => !before.includes(role)),
  taken: before.filter((role) => !after.includes(role)),
})
