import { createFileRoute } from '@tanstack/react-router'
import { InvitationsPage } from '../features/admin/invitations/invitations-page.tsx'

export const Route = createFileRoute('/admin/invitations')({
  staticData: { adminPage: 'invitations' },
  component: InvitationsPage,
})
