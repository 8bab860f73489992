import { createFileRoute } from '@tanstack/react-router'
import { ProblemsPage } from '../features/admin/problems/problems-page.tsx'

export const Route = createFileRoute('/admin/problems')({
  staticData: { adminPage: 'problems' },
  component: ProblemsPage,
})
