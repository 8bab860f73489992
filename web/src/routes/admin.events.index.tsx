import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/admin/events/events-page.tsx'

export const Route = createFileRoute('/admin/events/')({ staticData: { adminPage: 'events' }, component: EventsPage })
