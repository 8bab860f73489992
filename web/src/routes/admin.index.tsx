import { createFileRoute } from '@tanstack/react-router'
import { AnnouncementForm } from '../features/admin/announcements/announcement-form.tsx'
import { HomePage } from '../features/admin/home/home-page.tsx'
import { CurrentJobs } from '../features/admin/jobs/current-jobs.tsx'

export const Route = createFileRoute('/admin/')({
  staticData: { adminPage: 'home' },
  component: () => (
    <HomePage
      jobs={(event) => <CurrentJobs event={event} />}
      announcement={(event) => <AnnouncementForm event={event} kept={null} onDone={() => {}} isAside />}
    />
  ),
})
