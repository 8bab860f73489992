import '../../../messages/admin.ts'
import type { Event } from '@muster/contract/events'
import { findLatest, readShowing, type Showing } from '@muster/domain/objectives/release'
import { useServerNow } from '../../../api/live/clock.ts'
import { openingOf } from '../../../api/live/openings.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'

function describe(showing: Showing): string {
  switch (showing.to) {
    case 'organisers':
      return showing.at === null ? t('showing.organisers') : t('showing.organisersLater', { time: formatFull(showing.at) })
    case 'everyone_later':
      return t('showing.later', { time: formatFull(showing.at) })
    case 'everyone':
      return showing.since === null ? t('showing.everyone') : t('showing.everyoneSince', { time: formatFull(showing.since) })
  }
}

/** The viewers of an event's objectives in words, by the rule that the server filters its answers by. */
export const describeShowing = (event: Event, now: number): string =>
  t('showing.all', { showing: describe(readShowing(event.is_public, openingOf(event), now)) })

/** The sentence about all objectives of an event; single ones can open later. */
export function EventShowing({ event }: { event: Event }) {
  return <>{describeShowing(event, useServerNow(60_000))}</>
}

/** The sentence about one objective. `windows`: the opening times of it and of the categories above. */
export function ObjectiveShowing({ event, windows }: { event: Event; windows: readonly (number | null)[] }) {
  const opens_at = findLatest([openingOf(event), ...windows])
  return <>{t('showing.one', { showing: describe(readShowing(event.is_public, opens_at, useServerNow(60_000))) })}</>
}
