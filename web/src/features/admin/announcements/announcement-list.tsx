import './announcements.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-announcements.ts'
import type { KeptAnnouncement } from '@muster/contract/announcements'
import type { Event } from '@muster/contract/events'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { FormDialog } from '../kit/form-sheet.tsx'
import { useDialogs } from '../kit/list-page.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { findAnnouncementState, removeAnnouncement, restoreAnnouncement, useKept } from './use-announcements.ts'

const marks = { shown: 'running', later: 'note', over: 'plain', removed: 'plain' } as const

/** All announcements of an event; each can be changed, removed and restored. */
export function AnnouncementList({ event }: { event: Event }) {
  const all = useKept(event)
  const { open, dialog } = useDialogs<KeptAnnouncement, 'edit'>({
    edit: (kept, close) => (
      <FormDialog title={t('announce.editTitle')} onClose={close}>
        <AnnouncementForm event={event} kept={kept} onDone={close} onCancel={close} />
      </FormDialog>
    ),
  })
  useReopening({ announcement: openEntry(all, `${event.id}.`, (kept) => kept && open('edit', kept)) })
  if (all.length === 0) return <Empty title={t('announce.emptyTitle')} text={t('announce.emptyText')} />
  return (
    <>
      <ul className="admin-entries">
        {all.map((kept) => (
          <Entry key={kept.id} event={event} kept={kept} onEdit={() => open('edit', kept)} />
        ))}
      </ul>
      {dialog}
    </>
  )
}

function Entry({ event, kept, onEdit }: { event: Event; kept: KeptAnnouncement; onEdit: () => void }) {
  const now = useServerNow(10_000)
  const state = findAnnouncementState(kept, now)
  const { title, text, audience, starts_at, ends_at, author, version } = kept
  const restore = useWrite(() => restoreAnnouncement(event, kept), { onDone: () => showToast(t('announce.restored')) })
  const remove = useWrite(() => removeAnnouncement(event, kept), {
    onDone: () => showToast(t('announce.removed'), { action: { label: t('undo.act'), run: () => restore.run(undefined) } }),
  })
  const from = formatFull(Date.parse(starts_at))
  return (
    <li>
      <ButtonRow>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <Badge kind={marks[state]}>{t(`announce.state.${state}`)}</Badge>
        <Badge>{t(`announce.to.${audience}`)}</Badge>
      </ButtonRow>
      <p className="announce-text" dir="auto">
        {text}
      </p>
      <p className="small quieter">
        {ends_at === null ? t('announce.from', { from }) : t('announce.span', { from, to: formatFull(Date.parse(ends_at)) })}
        {' · '}
        {t('announce.by', { name: author?.display_name ?? t('announce.gone'), version })}
      </p>
      <div className="announce-acts">
        {state === 'removed' ? (
          <Button
            size="small"
            aria-label={t('announce.restoreOf', { title })}
            isBusy={restore.is_busy}
            onClick={() => restore.run(undefined)}
          >
            {t('announce.restore')}
          </Button>
        ) : (
          <>
            <Button size="small" aria-label={t('announce.changeOf', { title })} onClick={onEdit}>
              {t('announce.change')}
            </Button>
            <Button
              size="small"
              aria-label={t('announce.removeOf', { title })}
              isBusy={remove.is_busy}
              onClick={() => remove.run(undefined)}
            >
              {t('announce.remove')}
            </Button>
          </>
        )}
      </div>
      <WriteProblem write={remove} />
      <WriteProblem write={restore} />
    </li>
  )
}
