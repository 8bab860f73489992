import { createFileRoute } from '@tanstack/react-router'
import { TeamSuggestionsPage } from '../features/admin/team-suggestions/team-suggestions-page.tsx'

export const Route = createFileRoute('/admin/team-suggestions')({
  staticData: { adminPage: 'team_suggestions' },
  component: TeamSuggestionsPage,
})
