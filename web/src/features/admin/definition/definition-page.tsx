import './definition.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-definition.ts'
import { readEventTitle } from '@muster/domain/events/title'
import { useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { EventShowing } from '../kit/showing.tsx'
import { ApplyFile, type Draft } from './apply-file.tsx'
import { ExportFile } from './export-file.tsx'
import { VersionList } from './version-list.tsx'

/** The whole definition of an event as a file: export, compare, apply, and restore an earlier version. */
export function DefinitionPage() {
  const event = useEvent()
  const [draft, setDraft] = useState<Draft>({ text: '', source: '' })
  if (event === null) {
    return (
      <AdminPage title={t('definition.title')}>
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      </AdminPage>
    )
  }
  return (
    <AdminPage
      title={t('definition.title')}
      lead={
        <>
          {t('definition.lead', { event: readEventTitle(event.name) })} <EventShowing event={event} />
        </>
      }
    >
      <DataBlock title={t('definition.export')} loading={<SkeletonRows rows={1} height={64} label={t('loading')} />}>
        <ExportFile event={event} />
      </DataBlock>
      <DataBlock title={t('definition.apply')} loading={<SkeletonRows rows={5} height={64} label={t('loading')} />}>
        <ApplyFile key={event.id} event={event} draft={draft} onDraft={setDraft} />
      </DataBlock>
      <DataBlock
        title={t('definition.versions')}
        note={t('definition.versionsNote')}
        loading={<SkeletonRows rows={6} height={48} label={t('loading')} />}
      >
        <VersionList event={event} onCompare={setDraft} />
      </DataBlock>
    </AdminPage>
  )
}
