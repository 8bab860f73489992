import '../../../messages/admin-events.ts'
import './events.css'
import type { KeptAnnouncement } from '@muster/contract/announcements'
import type { DefinitionEditInput } from '@muster/contract/definition'
import type { Event } from '@muster/contract/events'
import type { EventDates } from '@muster/domain/events/dates'
import { shiftByWallClock } from '@muster/domain/events/shift'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { readTree } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatWords } from '../../../lib/time/span.ts'
import { Check } from '../../../ui/forms/fields.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { readDates } from '../kit/read-dates.ts'
import { showUndo } from '../kit/confirm-write.tsx'
import { loadEvent } from './event-list.ts'
import { clockOf } from './event-values.ts'
import { listOutside, listWindows, moveWindows, toEdits } from './windows.ts'

/** Upper bound for the listed sentences about dates outside the event. */
const maxListed = 6

type SaveEvent = Extract<DefinitionEditInput, { kind: 'save_event' }>
type Dated = Pick<KeptAnnouncement, 'id' | 'title' | 'text' | 'audience' | 'starts_at' | 'ends_at'>

/** New dates of the things inside an event. */
interface DateMove {
  readonly edits: readonly DefinitionEditInput[]
  readonly announcements: readonly Dated[]
}

/** Saves the dates of an event and of its contents: one change of the definition, then the announcements, one by one. */
async function saveDates(event_id: number, saved: SaveEvent, { edits, announcements }: DateMove): Promise<void> {
  await callWrite('editDefinition', { ...eventInput(event_id), body: { edits: [saved, ...edits] } })
  let failed = 0
  for (const { id, title, text, audience, starts_at, ends_at } of announcements) {
    const body = { id, title, text, audience, starts_at, ends_at }
    await callWrite('saveAnnouncement', { ...eventInput(event_id), body }).catch(() => failed++)
  }
  if (failed > 0) showToast(t('adminEvents.insideFailed', { count: failed }), { kind: 'bad' })
}

interface Asked {
  /** Null: a new event has nothing inside. */
  event: Event | null
  /** Null while a date is wrong. */
  dates: EventDates<number> | null
  zone: string
}

/**
 * Dates inside an event: of categories, objectives and scheduled announcements.
 * They can move by as much as the start; times outside the event are named either way.
 */
export function useInsideDates({ event, dates: typed, zone }: Asked) {
  const now = useServerNow(60_000)
  const [choice, setMoved] = useState<boolean | null>(null)
  const isAsked = event !== null && !event.is_locked
  const input = eventInput(event?.id ?? 0)
  const tree = useQuery({ ...readTree(event?.id ?? 0), staleTime: 0, enabled: isAsked })
  const kept = useQuery({ ...read('getKeptAnnouncements', input), staleTime: 0, enabled: isAsked })
  const stored = event && readDates(event)
  const dates = typed ?? stored
  const [before, start, end] = [stored?.event_start_time ?? 0, dates?.event_start_time ?? 0, dates?.event_end_time ?? 0]
  const windows = tree.data?.objective ? listWindows(tree.data.objective) : []
  const scheduled = (kept.data ?? []).filter(({ removed_at, starts_at }) => removed_at === null && Date.parse(starts_at) > now)
  const isShifted = isAsked && start !== before
  const hasInside = windows.length + scheduled.length > 0
  // During an event most of these times have passed.
  const isMoved = isShifted && hasInside && (choice ?? now < before)
  const clock = clockOf(zone)
  const move = (at: string) => new Date(shiftByWallClock(Date.parse(at), before, start, clock)).toISOString()
  const there = isMoved ? moveWindows(windows, move) : windows
  const moved = isMoved
    ? scheduled.map((one) => ({ ...one, starts_at: move(one.starts_at), ends_at: one.ends_at && move(one.ends_at) }))
    : []
  const hasNewDates = isAsked && (isShifted || end !== stored?.event_end_time)
  const outside = hasNewDates ? listOutside(there, start, end) : []
  const count = { categories: windows.filter((one) => isCategory(one)).length, announcements: scheduled.length }
  const parts = [
    ['categories', count.categories] as const,
    ['objectives', windows.length - count.categories] as const,
    ['announcements', count.announcements] as const,
  ].flatMap(([name, number]) => (number === 0 ? [] : [t(`adminEvents.inside.${name}`, { count: number })]))
  const shift = start - before
  const failed = tree.error ?? kept.error
  const retry = () => void Promise.all([tree.refetch(), kept.refetch()])
  const panel = hasNewDates && (
    <>
      {failed && <FailureNote problem={failed} title={t('adminEvents.windowsFailed')} onRetry={retry} />}
      {isShifted && hasInside && (
        <Check
          label={t(shift > 0 ? 'adminEvents.insideLater' : 'adminEvents.insideEarlier', {
            things: parts.join(', '),
            span: formatWords(Math.abs(shift)),
          })}
          isOn={isMoved}
          onChange={setMoved}
        />
      )}
      {outside.length > 0 && (
        <div className="admin-events-doubt" role="status">
          <Icon name="warning" size={13} />
          <div>
            <p>{t('adminEvents.outside', { count: outside.length })}</p>
            <ul>
              {outside.slice(0, maxListed).map(({ objective_id, sentence }) => (
                <li key={`${objective_id} ${sentence}`}>
                  <bdi>{sentence}</bdi>
                </li>
              ))}
            </ul>
            {outside.length > maxListed && <p>{t('adminEvents.outsideMore', { count: outside.length - maxListed })}</p>}
          </div>
        </div>
      )}
    </>
  )
  const edits = isMoved ? toEdits(there) : []
  return {
    panel,
    /** Edits of the dates inside; empty if they stay. */
    edits,
    isMoved,
    isLoading: isShifted && (tree.isPending || kept.isPending),
    /** Saves the event together with the dates inside. @returns the saved event */
    async save(opened: Event, saved: SaveEvent): Promise<Event> {
      await saveDates(opened.id, saved, { edits, announcements: moved })
      const { application_start_time, application_end_time, event_start_time, event_end_time } = opened
      const back = { application_start_time, application_end_time, event_start_time, event_end_time }
      const undo = async () => {
        await saveDates(opened.id, { kind: 'save_event', event: back }, { edits: toEdits(windows), announcements: scheduled })
        await loadEvent(opened.id)
      }
      const title = t('adminEvents.savedMoved', { name: opened.name, things: parts.join(', ') })
      showUndo(title, undo, () => t('adminEvents.undoFailed'))
      return (await loadEvent(opened.id)) ?? opened
    },
  }
}
