import { createFileRoute } from '@tanstack/react-router'
import { JobsPage } from '../features/admin/jobs/jobs-page.tsx'

export const Route = createFileRoute('/admin/recurring-jobs')({
  staticData: { adminPage: 'jobs' },
  component: JobsPage,
})
