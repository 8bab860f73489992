import { createFileRoute } from '@tanstack/react-router'
import { TeamsPage } from '../features/admin/teams/teams-page.tsx'

export const Route = createFileRoute('/admin/events/$eventId/teams')({
  staticData: { adminPage: 'teams' },
  component: OfEvent,
})

function OfEvent() {
  const { eventId } = Route.useParams()
  return <TeamsPage event_id={eventId} />
}
