import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { useEvent } from '../api/scores/event.ts'
import { LoginButton } from '../api/people/login-button.tsx'
import { PlayedTime } from '../features/played/played-form.tsx'
import { PlainPage } from '../features/shell/plain-pages.tsx'
import { t } from '../lib/text/messages.ts'
import { paths } from '../lib/paths.ts'
import { nameButton } from '../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/played')({ component: PlayedPage })

function PlayedPage() {
  return (
    <PlainPage title={t('played.title')}>
      <DataGuard title={t('played.title')}>
        <Suspense fallback={<SkeletonRows rows={4} height={56} label={t('loading')} />}>
          <Selected />
        </Suspense>
      </DataGuard>
    </PlainPage>
  )
}

function Selected() {
  const event = useEvent()
  // Another event gets a new form.
  if (event) return <PlayedTime key={event.id} event={event} login={<LoginButton isPrimary label={t('login.toReport')} />} />
  return (
    <Empty title={t('event.noneTitle')} text={t('event.noneText')}>
      <Link to={paths.home} className={nameButton({})}>
        {t('goHome')}
      </Link>
    </Empty>
  )
}
