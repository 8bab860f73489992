import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage, type ActivitySearch } from '../features/admin/activity/activity-page.tsx'
import { idleChoices } from '../features/admin/activity/idle.ts'
import { breakChoices } from '../features/admin/activity/session-break.ts'
import { readChoice } from '../lib/text/search.ts'

export const Route = createFileRoute('/admin/activity')({
  validateSearch: (search: Record<string, unknown>): ActivitySearch => ({
    break: readChoice(String(search['break']), breakChoices),
    show: readChoice(search['show'], idleChoices),
  }),
  staticData: { adminPage: 'activity' },
  component: Activity,
})

function Activity() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: ActivitySearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  return <ActivityPage search={search} onSearch={change} />
}
