import { createFileRoute } from '@tanstack/react-router'
import { mayPrefetch } from '../api/calls/prefetch.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { useEvent } from '../api/scores/event.ts'
import { AdminPage } from '../features/admin/kit/admin-page.tsx'
import { TeamSortPage } from '../features/admin/team-sort/team-sort-page.tsx'
import { t } from '../lib/text/messages.ts'
import { Empty } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/admin/team-sort')({
  staticData: { adminPage: 'team_sort' },
  loaderDeps: ({ search }) => ({ event: search.event }),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(read('getSignupQuestions', eventInput(deps.event ?? 'current')))
    if (mayPrefetch('getTeamSort')) void queryClient.prefetchQuery(read('getTeamSort', eventInput(deps.event ?? 'current')))
  },
  component: TeamSort,
})

function TeamSort() {
  const event = useEvent()
  if (event !== null) return <TeamSortPage key={event.id} />
  return (
    <AdminPage title={t('admin.page.team_sort')}>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')} />
    </AdminPage>
  )
}
