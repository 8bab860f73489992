import '../../../messages/admin-events.ts'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { useEvents } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { ConfirmWrite, showUndo } from '../kit/confirm-write.tsx'
import { describeShowing } from '../kit/showing.tsx'
import { readValues, toBody } from './event-values.ts'
import { loadEvent } from './event-list.ts'

export type Flag = 'is_current' | 'is_public' | 'is_locked'

const turns = {
  is_current: ['currentOn', 'currentOff'],
  is_public: ['publicOn', 'publicOff'],
  is_locked: ['lockedOn', 'lockedOff'],
} as const

/** The message key of the button. */
export const nameTurn = (flag: Flag, isOn: boolean) => turns[flag][isOn ? 0 : 1]

/** Sends an event with one flag changed; all other fields keep their current values on the server. */
async function turnFlag(id: number, flag: Flag, isOn: boolean): Promise<Event> {
  const event = await loadEvent(id)
  const body = event && toBody(readValues(event), event, event.version)
  if (!body) throw new Error('the event was deleted')
  return callWrite('createEvent', { body: { ...body, [flag]: isOn } })
}

/** Number of players in the teams of an event; undefined while unknown. */
function usePlayers(event_id: number | undefined): number | undefined {
  const users = useQuery({ ...read('getUsersForEvent', eventInput(event_id ?? 0)), enabled: event_id !== undefined }).data
  return users && Object.values(users).reduce((sum, members) => sum + members.length, 0)
}

/** Asks before an event is made current, shown, hidden, locked or unlocked, and lists the effect on others. */
export function FlagChange({ event, flag, onClose }: { event: Event; flag: Flag; onClose: () => void }) {
  const isOn = !event[flag]
  const turn = nameTurn(flag, isOn)
  const now = useServerNow(60_000)
  const former = useEvents().find((other) => other.is_current && other.id !== event.id)
  const affected = flag === 'is_current' && isOn ? former : event
  const players = usePlayers(affected?.id)
  const undo = () => (flag === 'is_current' && isOn && former ? turnFlag(former.id, flag, true) : turnFlag(event.id, flag, !isOn))
  const values = { name: event.name, former: former?.name ?? '', count: formatCount(players ?? 0), number: players ?? 0 }
  const isFirst = flag === 'is_current' && isOn && !former
  return (
    <ConfirmWrite
      title={t(`adminEvents.ask.${turn}`, values)}
      actLabel={t(`adminEvents.press.${turn}`)}
      send={() => turnFlag(event.id, flag, isOn)}
      done={({ name }) => showUndo(t(`adminEvents.done.${turn}`, { name }), undo, () => t('adminEvents.undoFailed'))}
      onClose={onClose}
      isHarmless
    >
      <p>
        {players === undefined && affected
          ? t('loading')
          : isFirst
            ? t('adminEvents.currentFirst', values)
            : t(`adminEvents.means.${turn}`, values)}
      </p>
      {flag === 'is_public' && isOn && <p>{describeShowing({ ...event, is_public: true }, now)}</p>}
      {flag === 'is_current' && isOn && !event.is_public && <p className="bad">{t('adminEvents.currentHidden')}</p>}
      <p className="quieter">{t('confirm.undo')}</p>
    </ConfirmWrite>
  )
}
