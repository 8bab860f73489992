import { roles } from '@muster/contract/users'
import { createFileRoute } from '@tanstack/react-router'
import { UsersPage } from '../features/admin/users/users-page.tsx'
import type { UserSearch } from '../features/admin/users/user-list.tsx'
import { readChoice, readText } from '../lib/text/search.ts'

export const Route = createFileRoute('/admin/user-management')({
  validateSearch: (search: Record<string, unknown>): UserSearch => ({
    q: readText(search['q'])?.slice(0, 100),
    role: readChoice(search['role'], roles),
  }),
  staticData: { adminPage: 'users' },
  component: Users,
})

function Users() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: UserSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  return <UsersPage search={search} onSearch={change} />
}
