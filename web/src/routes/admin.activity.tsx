import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '../features/admin/activity/activity-page.tsx'

export const Route = createFileRoute('/admin/activity')({
  staticData: { adminPage: 'activity' },
  component: ActivityPage,
})
