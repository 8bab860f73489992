import { createFileRoute } from '@tanstack/react-router'
import { mayPrefetch } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { useEvent } from '../api/scores/event.ts'
import { AdminPage } from '../features/admin/kit/admin-page.tsx'
import { SignupsPage, type SignupsSearch } from '../features/admin/signups/signups-page.tsx'
import { t } from '../lib/text/messages.ts'
import { Empty } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/admin/signups')({
  validateSearch: (search: Record<string, unknown>): SignupsSearch => ({
    unconnected: search['unconnected'] === true ? true : undefined,
  }),
  staticData: { adminPage: 'signups' },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    const input = { ...eventInput(deps.event ?? 'current'), query: { with: 'history' as const } }
    void queryClient.prefetchQuery(read('getSignupQuestions', eventInput(deps.event ?? 'current')))
    if (mayPrefetch('getEventSignups')) void queryClient.prefetchQuery(read('getEventSignups', input))
  },
  component: Signups,
})

function Signups() {
  const event = useEvent()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (changes: SignupsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false })
  if (event !== null) return <SignupsPage key={event.id} event={event} search={search} onSearch={change} />
  return (
    <AdminPage title={t('admin.page.signups')}>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')} />
    </AdminPage>
  )
}
