import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { queryClient } from '../api/calls/queries.ts'
import { readRecord } from '../api/people/record.ts'
import { LoginButton } from '../api/people/login-button.tsx'
import { RecordPage, RecordRobots, RecordSkeleton } from '../features/profile/record-page.tsx'
import { t } from '../lib/text/messages.ts'

export const Route = createFileRoute('/profile/$userId/')({
  loader: ({ params: { userId } }) => {
    void queryClient.prefetchQuery(readRecord(userId))
  },
  component: Player,
})

function Player() {
  const { userId } = Route.useParams()
  return (
    <>
      <RecordRobots user_id={userId} />
      <DataGuard title={t('nav.profile')}>
        <Suspense fallback={<RecordSkeleton />}>
          <RecordPage key={userId} user_id={userId} login={(label) => <LoginButton label={label} />} />
        </Suspense>
      </DataGuard>
    </>
  )
}
