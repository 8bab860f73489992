import '../../../messages/admin.ts'
import type { Event } from '@muster/contract/events'
import { findLatest, readShowing, type Showing } from '@muster/domain/objectives/release'
import { useServerNow } from '../../../api/live/clock.ts'
import { openingOf } from '../../../api/live/openings.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'

/** The text of a sentence, and the time in it. */
function choose(showing: Showing) {
  const at = showing.to === 'everyone' ? showing.since : showing.at
  const values = { time: at === null ? '' : formatFull(at) }
  if (showing.to === 'everyone_later') return { kind: 'later', values } as const
  if (showing.to === 'everyone') return { kind: at === null ? 'everyone' : 'everyoneSince', values } as const
  return { kind: at === null ? 'organisers' : 'organisersLater', values } as const
}

/** The viewers of an event's objectives in words, by the rule that the server filters its answers by. */
export function describeShowing(event: Event, now: number): string {
  const { kind, values } = choose(readShowing(event.is_public, openingOf(event), now))
  return t(`showing.all.${kind}`, values)
}

/** The sentence about all objectives of an event; single ones can open later. */
export function EventShowing({ event }: { event: Event }) {
  return <>{describeShowing(event, useServerNow(60_000))}</>
}

/** The sentence about one objective. `windows`: the opening times of it and of the categories above. */
export function ObjectiveShowing({ event, windows }: { event: Event; windows: readonly (number | null)[] }) {
  const opens_at = findLatest([openingOf(event), ...windows])
  const { kind, values } = choose(readShowing(event.is_public, opens_at, useServerNow(60_000)))
  return <>{t(`showing.one.${kind}`, values)}</>
}
