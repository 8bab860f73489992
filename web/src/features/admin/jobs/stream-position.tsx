import './jobs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import type { StreamMoved, StreamPosition as Position } from '@muster/contract/stream-position'
import { useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { openOnly, useDraft, useReopening } from '../../../api/drafts/use-draft.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { useZone } from '../kit/use-zone.ts'
import { useStreamPosition } from './use-jobs.ts'

const move = (event: Event, to: 'newest' | 'time', at: string | null): Promise<StreamMoved> =>
  callWrite('moveStream', { ...eventInput(event.id), body: { to, at } })

/** The reading position in the game's stream, and the two ways to move it. */
export function StreamPosition({ event }: { event: Event }) {
  const position = useStreamPosition(event)
  const now = useServerNow()
  const [asked, setAsked] = useState<'newest' | 'back' | null>(null)
  useReopening({ stream_position: openOnly(event.id, () => setAsked('back')) })
  const moved_at = position.moved_at === null ? null : Date.parse(position.moved_at)
  return (
    <div className="jobs-stream">
      {position.position === null || moved_at === null ? (
        <p>{t('jobs.streamNone')}</p>
      ) : (
        <p>
          {t('jobs.streamHas', { position: position.position, span: formatSpan(now - moved_at), time: formatFull(moved_at) })}
        </p>
      )}
      <p className="quieter">
        {position.oldest_kept_at === null
          ? t('jobs.streamKeptNone')
          : t('jobs.streamKept', { time: formatFull(Date.parse(position.oldest_kept_at)) })}
      </p>
      <div className="jobs-stream-acts">
        <Button disabled={position.oldest_kept_at === null} onClick={() => setAsked('back')}>
          {t('jobs.goBack')}
        </Button>
        <Button onClick={() => setAsked('newest')}>{t('jobs.toNewest')}</Button>
      </div>
      {asked === 'newest' && <ToNewest event={event} moved_at={moved_at} now={now} onClose={() => setAsked(null)} />}
      {asked === 'back' && <GoBack event={event} position={position} now={now} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface Asked {
  event: Event
  now: number
  onClose: () => void
}

function ToNewest({ event, moved_at, now, onClose }: Asked & { moved_at: number | null }) {
  // Skips at least the time since reading reached this position.
  const span = formatSpan(moved_at === null ? 0 : now - moved_at)
  return (
    <ConfirmWrite
      title={t('jobs.newestTitle')}
      actLabel={t('jobs.newestAct', { span })}
      send={() => move(event, 'newest', null)}
      done={({ has_skipped }) => showToast(t(has_skipped ? 'jobs.movedSkipped' : 'jobs.movedBack'))}
      onClose={onClose}
      typed={event.name}
    >
      <p>{t('jobs.newestText', { span })}</p>
    </ConfirmWrite>
  )
}

function GoBack({ event, position, now, onClose }: Asked & { position: Position }) {
  const zone = useZone()
  const oldest = position.oldest_kept_at === null ? Number.POSITIVE_INFINITY : Date.parse(position.oldest_kept_at)
  const { form, formProps } = useWriteForm({
    draft: useDraft('stream_position', event.id, { at: position.moved_at ?? '' }),
    send: ({ at }) => move(event, 'time', at),
    onSaved: () => showToast(t('jobs.movedBack')),
    onDone: onClose,
  })
  return (
    <Dialog title={t('jobs.backTitle')} isBusy={formProps.attempt.isBusy} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton>{t('jobs.backAct')}</SubmitButton>
          </>
        }
      >
        <p>{t('jobs.backText')}</p>
        <form.AppField
          name="at"
          validators={{
            onSubmit: ({ value }) => {
              if (value === '') return t('jobs.backRequired')
              if (Date.parse(value) > now) return t('jobs.backFuture')
              return Date.parse(value) < oldest ? t('jobs.backTooOld') : undefined
            },
          }}
        >
          {(field) => (
            <field.TimeField
              {...zone}
              label={t('jobs.backAt')}
              help={Number.isFinite(oldest) ? t('jobs.streamKept', { time: formatFull(oldest) }) : undefined}
              hasSeconds
            />
          )}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
