import './broadcast.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-broadcast.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { Suspense } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { OverlayMaker } from './overlay-maker.tsx'
import { ProducerChoices } from './producer-choices.tsx'
import { replaceKey, useBroadcast } from './use-broadcast.ts'

/** The page on which the producer of a stream makes overlays, pins a card and hides what must wait. */
export function BroadcastPage() {
  const event = useEvent()
  return (
    <AdminPage title={t('broadcast.title')} lead={event && t('broadcast.lead', { event: readEventTitle(event.name) })}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <DataGuard title={t('broadcast.title')}>
          <Suspense fallback={<SkeletonRows rows={8} height={48} label={t('loading')} />}>
            <Producer key={event.id} event={event} />
          </Suspense>
        </DataGuard>
      )}
    </AdminPage>
  )
}

function Producer({ event }: { event: Event }) {
  const broadcast = useBroadcast(event)
  const make = useWrite(() => replaceKey(event), {})
  if (broadcast.key === null) {
    return (
      <Empty title={t('broadcast.noneTitle')} text={t('broadcast.noneText')}>
        <Button kind="primary" isBusy={make.is_busy} onClick={() => make.run(undefined)}>
          {t('broadcast.make')}
        </Button>
        <WriteProblem write={make} />
      </Empty>
    )
  }
  return (
    <>
      <OverlayMaker event={event} broadcast={broadcast} ownKey={broadcast.key} />
      <ProducerChoices event={event} broadcast={broadcast} />
    </>
  )
}
