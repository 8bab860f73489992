import './announcements.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-announcements.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementList } from './announcement-list.tsx'

/** Announcements that organisers show above the pages of an event. */
export function AnnouncementsPage() {
  const event = useEvent()
  return (
    <AdminPage title={t('announce.title')} lead={event && t('announce.lead', { event: readEventTitle(event.name) })}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <div className="announce-columns">
          <DataBlock
            title={t('announce.list')}
            note={t('announce.listNote')}
            loading={<SkeletonRows rows={4} height={96} label={t('loading')} />}
          >
            <AnnouncementList event={event} />
          </DataBlock>
          <DataBlock title={t('announce.newTitle')} loading={<SkeletonRows rows={5} height={64} label={t('loading')} />}>
            <AnnouncementForm key={event.id} event={event} kept={null} onDone={() => {}} />
          </DataBlock>
        </div>
      )}
    </AdminPage>
  )
}
