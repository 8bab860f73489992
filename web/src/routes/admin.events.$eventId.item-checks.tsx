import { createFileRoute } from '@tanstack/react-router'
import { ItemChecksPage } from '../features/admin/item-checks/item-checks-page.tsx'

export const Route = createFileRoute('/admin/events/$eventId/item-checks')({
  staticData: { adminPage: 'item_checks' },
  component: OfEvent,
})

function OfEvent() {
  const { eventId } = Route.useParams()
  return <ItemChecksPage event_id={eventId} />
}
