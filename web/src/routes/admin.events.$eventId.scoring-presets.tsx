import { createFileRoute } from '@tanstack/react-router'
import { PresetsPage } from '../features/admin/presets/presets-page.tsx'

export const Route = createFileRoute('/admin/events/$eventId/scoring-presets')({
  staticData: { adminPage: 'presets' },
  component: OfEvent,
})

function OfEvent() {
  const { eventId } = Route.useParams()
  return <PresetsPage event_id={eventId} />
}
