import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'

// The address of an event without a page leads to the overview of that event.
export const Route = createFileRoute('/admin/events/$eventId/')({
  staticData: { adminPage: 'home' },
  beforeLoad: () => {
    throw redirect({ to: paths.admin, search: true, replace: true })
  },
})
