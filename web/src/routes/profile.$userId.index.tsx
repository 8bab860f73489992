import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { PlayerPage } from '../features/profile/profile-layout.tsx'
import { t } from '../lib/text/messages.ts'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/profile/$userId/')({ component: Player })

function Player() {
  const { userId } = Route.useParams()
  return (
    <DataGuard title={t('nav.profile')}>
      <Suspense fallback={<SkeletonRows rows={6} height={56} label={t('loading')} />}>
        <PlayerPage user_id={userId} />
      </Suspense>
    </DataGuard>
  )
}
