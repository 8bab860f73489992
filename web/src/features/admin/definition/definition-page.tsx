import './definition.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-definition.ts'
import '../../../messages/admin-grid.ts'
import type { Event } from '@muster/contract/events'
import { readEventTitle } from '@muster/domain/events/title'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useDraftInput } from '../../../api/drafts/use-draft-input.tsx'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { EventShowing } from '../kit/showing.tsx'
import { ApplyFile, type Draft } from './apply-file.tsx'
import { ExportFile } from './export-file.tsx'
import { GridSection } from './grid-section.tsx'
import { VersionList } from './version-list.tsx'

/** The whole definition of an event as a file: export, compare, apply, and restore an earlier version. */
export function DefinitionPage() {
  const event = useEvent()
  if (event !== null) return <DefinitionOf key={event.id} event={event} />
  return (
    <AdminPage title={t('definition.title')}>
      <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
    </AdminPage>
  )
}

const empty: Draft = { text: '', source: '' }

function DefinitionOf({ event }: { event: Event }) {
  const input = useDraftInput(useDraft('definition_file', event.id, empty))
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
      <DataBlock
        title={t('grid.title')}
        note={t('grid.note')}
        loading={<SkeletonRows rows={5} height={64} label={t('loading')} />}
      >
        <GridSection event={event} />
      </DataBlock>
      <DataBlock title={t('definition.apply')} loading={<SkeletonRows rows={5} height={64} label={t('loading')} />}>
        {input.notice}
        <ApplyFile event={event} draft={input.values} onDraft={input.change} onApplied={(used) => input.clear(used, empty)} />
      </DataBlock>
      <DataBlock
        title={t('definition.versions')}
        note={t('definition.versionsNote')}
        loading={<SkeletonRows rows={6} height={48} label={t('loading')} />}
      >
        <VersionList event={event} onCompare={input.change} />
      </DataBlock>
    </AdminPage>
  )
}
