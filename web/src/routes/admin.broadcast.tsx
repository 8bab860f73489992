import { createFileRoute } from '@tanstack/react-router'
import { BroadcastPage } from '../features/admin/broadcast/broadcast-page.tsx'

export const Route = createFileRoute('/admin/broadcast')({
  staticData: { adminPage: 'broadcast' },
  component: BroadcastPage,
})
