import '../../messages/signup.ts'
import type { Event, EventStatus } from '@muster/contract/events'
import type { UserId } from '@muster/contract/ids'
import { readEventTitle } from '@muster/domain/events/title'
import { useServerNow } from '../../api/live/clock.ts'
import { type EventKey, eventInput } from '../../api/calls/queries.ts'
import { keepSignup } from '../../api/people/signup.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../api/calls/writes.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { readSession } from '../../lib/browser/session.ts'
import { formatForEvent } from '../../lib/time/event-zone.ts'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { readWindow } from './place.ts'

interface WithdrawProps {
  event: Event
  eventKey: EventKey
  status: EventStatus
  place: number
  onClose: () => void
}

/** Gives up the viewer's place; names it, and whether there is a way back. */
export function Withdraw({ event, eventKey, status, place, onClose }: WithdrawProps) {
  const name = readEventTitle(event.name)
  const write = useWrite(
    () => callWrite('deleteSignup', { ...eventInput(eventKey), user_id: (readSession()?.user_id ?? 0) as UserId }),
    {
      onDone: () => {
        keepSignup(eventKey, null)
        showToast(t('withdraw.done', { event: name }))
        onClose()
      },
    },
  )
  return (
    <Confirm
      title={t('withdraw.title', { event: name })}
      onClose={onClose}
      keepLabel={t('withdraw.keep')}
      actLabel={t(status.application_status === 'accepted' ? 'withdraw.actTeam' : 'withdraw.act')}
      isBusy={write.is_busy}
      onAct={() => write.run(undefined as never)}
    >
      <div className="form">
        <p>{describeLoss(event, status, place)}</p>
        <WayBack event={event} status={status} />
        <WriteProblem write={write} />
      </div>
    </Confirm>
  )
}

function describeLoss(event: Event, { application_status, team_id }: EventStatus, place: number): string {
  switch (application_status) {
    case 'accepted':
      return t('withdraw.accepted', { team: event.teams.find(({ id }) => id === team_id)?.name ?? '' })
    case 'waitlisted':
      return t('withdraw.waitlisted', { place: formatCount(place) })
    case 'applied':
    case 'none':
      return t('withdraw.applied', { place: formatCount(place), max: formatCount(event.max_size) })
  }
}

function WayBack({ event, status }: { event: Event; status: EventStatus }) {
  const { closes_at } = readWindow(event)
  const now = useServerNow(10_000)
  if (now > closes_at) return <p>{t('withdraw.never')}</p>
  // Players behind move up by one: a player who returns gets the number of the last one.
  return (
    <p>
      {t('withdraw.again', { time: formatForEvent(closes_at, event.time_zone), place: formatCount(status.number_of_signups) })}
    </p>
  )
}
