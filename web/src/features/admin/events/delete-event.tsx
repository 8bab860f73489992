import '../../../messages/admin-events.ts'
import './events.css'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { forgetEvent } from './event-list.ts'

const counted = [
  'objectives',
  'conditions',
  'scoring_presets',
  'teams',
  'participants',
  'signups',
  'facts',
  'submissions',
] as const

interface DeleteEventProps {
  event: Event
  /** Opens the unlock question. */
  onUnlock: () => void
  onClose: () => void
}

/** Deletes an event, after its contents were counted and its name was typed. A locked event has to be unlocked first. */
export function DeleteEvent({ event, onUnlock, onClose }: DeleteEventProps) {
  return event.is_locked ? (
    <Dialog
      title={t('adminEvents.deleteTitle', { name: event.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <Button kind="primary" icon="lock" onClick={onUnlock}>
            {t('adminEvents.turn.lockedOff')}
          </Button>
        </>
      }
    >
      <p>{t('adminEvents.deleteLocked')}</p>
    </Dialog>
  ) : (
    <DeleteUnlocked event={event} onClose={onClose} />
  )
}

function DeleteUnlocked({ event, onClose }: { event: Event; onClose: () => void }) {
  const now = useServerNow(60_000)
  const isRunning = now >= Date.parse(event.event_start_time) && now < Date.parse(event.event_end_time)
  const contents = useQuery({ ...read('getEventContents', eventInput(event.id)), staleTime: 0 })
  const { data } = contents
  const navigate = useNavigate()
  const isSelected = useEventKey() === event.id
  // Deleting a running event needs an explicit confirmation.
  const typed = isRunning
    ? t('adminEvents.typeRunning', { name: event.name })
    : event.is_current
      ? t('adminEvents.typeCurrent', { name: event.name })
      : event.name
  return (
    <ConfirmWrite
      title={t('adminEvents.deleteTitle', { name: event.name })}
      actLabel={
        data ? t('adminEvents.deleteAct', { count: data.objectives, points: formatCount(data.points) }) : t('adminEvents.delete')
      }
      send={async () => {
        await callWrite('deleteEvent', eventInput(event.id))
        // The admin pages cannot stay in an event that is gone.
        if (isSelected) await navigate({ to: '.', search: (before: object) => ({ ...before, event: undefined }), replace: true })
        forgetEvent(event.id)
      }}
      done={t('adminEvents.deleted', { name: event.name })}
      isReady={data !== undefined}
      onClose={onClose}
      isFinal
      typed={typed}
    >
      {(isRunning || event.is_current) && (
        <p className="bad">{t(isRunning ? 'adminEvents.deleteRunning' : 'adminEvents.deleteCurrent')}</p>
      )}
      <p>{t('adminEvents.deleteMeans')}</p>
      {contents.isError && (
        <FailureNote problem={contents.error} title={t('adminEvents.countFailed')} onRetry={() => void contents.refetch()} />
      )}
      {contents.isPending && <SkeletonRows rows={4} height={28} label={t('loading')} />}
      {data && (
        <dl className="admin-events-counts">
          {counted.map((name) => (
            <div key={name}>
              <dd className="num">{formatCount(data[name])}</dd>
              <dt>{t(`adminEvents.count.${name}`)}</dt>
            </div>
          ))}
          <div>
            <dd className="num">{formatCount(data.points)}</dd>
            <dt>{t('adminEvents.count.points')}</dt>
          </div>
        </dl>
      )}
    </ConfirmWrite>
  )
}
