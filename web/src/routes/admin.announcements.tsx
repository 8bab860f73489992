import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementsPage } from '../features/admin/announcements/announcements-page.tsx'

export const Route = createFileRoute('/admin/announcements')({
  staticData: { adminPage: 'announcements' },
  component: AnnouncementsPage,
})
