import '../../../messages/admin-users.ts'
import '../../../messages/admin.ts'
import type { Role } from '@muster/contract/users'
import { t } from '../../../lib/text/messages.ts'
import { listPagesOf, opensAll } from './role-pages.ts'

export const nameRole = (role: Role) => t(`users.roleName.${role}`)
export const nameRoles = (roles: readonly Role[]) => (roles.length === 0 ? t('users.noRoles') : roles.map(nameRole).join(', '))

/** The rights of a role, in a sentence. */
export const describeRole = (role: Role): string =>
  opensAll(role)
    ? t('users.opensAll')
    : t('users.opens', {
        pages: listPagesOf(role)
          .map((page) => t(`admin.page.${page}`))
          .join(', '),
      })
