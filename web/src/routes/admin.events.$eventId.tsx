import { createFileRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { queryClient, read } from '../api/calls/queries.ts'
import { useEvents } from '../api/scores/event.ts'
import { AdminPage } from '../features/admin/kit/admin-page.tsx'
import { t } from '../lib/text/messages.ts'
import { readId } from '../lib/text/search.ts'
import { Empty } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/admin/events/$eventId')({
  params: {
    parse: ({ eventId }) => {
      const id = readId(eventId)
      if (id === undefined) throw notFound()
      return { eventId: id }
    },
    stringify: ({ eventId }) => ({ eventId: String(eventId) }),
  },
  // The whole page uses the event of the path: picker, scores and links.
  beforeLoad: async ({ params, search }) => {
    const events = await queryClient.ensureQueryData(read('getEvents', {})).catch(() => null)
    const isCurrent = events?.find(({ id }) => id === params.eventId)?.is_current ?? false
    const wanted = isCurrent ? undefined : params.eventId
    if (events && search.event !== wanted)
      throw redirect({ to: '.', search: (before: object) => ({ ...before, event: wanted }), replace: true })
  },
  component: EventPages,
})

function EventPages() {
  const { eventId } = Route.useParams()
  if (useEvents().some(({ id }) => id === eventId)) return <Outlet />
  return (
    <AdminPage title={t('admin.title')}>
      <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
    </AdminPage>
  )
}
