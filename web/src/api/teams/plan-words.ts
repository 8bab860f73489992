import '../../messages/plan.ts'
import type { TimeWindow } from '@muster/contract/suggestions'
import { t } from '../../lib/text/messages.ts'
import { formatEventTime } from '../../lib/time/time.ts'

export type WindowState = 'now' | 'later' | 'over'

const readBound = (text: string | null) => (text === null ? null : Date.parse(text))

export function findWindowState({ starts_at, ends_at }: TimeWindow, now: number): WindowState {
  const [from, to] = [readBound(starts_at), readBound(ends_at)]
  if (to !== null && to <= now) return 'over'
  return from !== null && from > now ? 'later' : 'now'
}

/** A time window, in hours since the start of the event: "now to 34:00". Empty without times. */
export function describeWindow(window: TimeWindow, start_ms: number, now: number): string {
  const [from, to] = [readBound(window.starts_at), readBound(window.ends_at)].map((at) =>
    at === null || at === undefined ? null : formatEventTime(at, start_ms),
  )
  const state = findWindowState(window, now)
  if (state === 'over') return t('teamPlan.windowOver', { to: to ?? '' })
  if (state === 'now') return to ? t('teamPlan.windowNow', { to }) : from ? t('teamPlan.windowSince', { from }) : ''
  return to ? t('teamPlan.windowSpan', { from: from ?? '', to }) : t('teamPlan.windowFrom', { from: from ?? '' })
}
