import './item-checks.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-item-checks.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useEvents } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { FinalNote } from '../kit/final-note.tsx'
import { CoverageList } from './coverage-list.tsx'
import { ScanPanel } from './scan-panel.tsx'

/** Tests of item objectives on real items: scans, saved items, and the objectives that nothing has matched. */
export function ItemChecksPage({ event_id }: { event_id: number }) {
  const event = useEvents().find(({ id }) => id === event_id)
  if (!event) return null
  return (
    <AdminPage title={t('admin.page.item_checks')} lead={t('checks.lead', { event: readEventTitle(event.name) })}>
      <FinalNote event={event} />
      {event.final_since === null && (
        <DataBlock
          title={t('checks.scan')}
          note={t('checks.scanNote')}
          loading={<SkeletonRows rows={2} height={48} label={t('loading')} />}
        >
          <ScanPanel key={event.id} event={event} />
        </DataBlock>
      )}
      <DataBlock title={t('checks.coverage')} loading={<SkeletonRows rows={8} height={56} label={t('loading')} />}>
        <CoverageList key={event.id} event={event} />
      </DataBlock>
    </AdminPage>
  )
}
