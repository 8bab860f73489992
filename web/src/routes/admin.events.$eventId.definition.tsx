import { createFileRoute } from '@tanstack/react-router'
import { DefinitionPage } from '../features/admin/definition/definition-page.tsx'

export const Route = createFileRoute('/admin/events/$eventId/definition')({
  staticData: { adminPage: 'definition' },
  component: DefinitionPage,
})
