import '../../../messages/admin-corrections.ts'
import type { Correction } from '@muster/contract/corrections'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatExact } from '../../../lib/time/time.ts'

const show = (text: string) => formatExact(Date.parse(text))

/** The time range of a correction; empty if it covers all time. */
export function describeTime({ timestamp, from, to }: Correction): string {
  if (timestamp !== null) return t('corrections.at', { time: show(timestamp) })
  if (from !== null && from === to) return t('corrections.at', { time: show(from) })
  if (from !== null && to !== null) return t('corrections.span', { from: show(from), to: show(to) })
  if (from !== null) return t('corrections.since', { from: show(from) })
  return to === null ? '' : t('corrections.until', { to: show(to) })
}

function describeNumber({ kind, number }: Correction): string | null {
  if (number === null) return null
  if (kind !== 'points') return t('corrections.number', { number: formatCount(number) })
  return t('corrections.points', { count: Math.abs(number), change: formatChange(number) })
}

/** The subject of a correction in one line: tab or player, objective, value, time. */
export function describeCorrection(
  correction: Correction,
  { nameObjective, namePlayer }: { nameObjective: (id: number) => string; namePlayer: (id: number) => string },
): string {
  const { kind, objective_id, user_id, tab } = correction
  const parts = [
    describeNumber(correction),
    kind === 'tab' || (kind === 'fact' && tab) ? (tab ? t('corrections.tab', { tab }) : t('corrections.tabGone')) : null,
    user_id === null ? null : namePlayer(user_id),
    objective_id !== null ? nameObjective(objective_id) : kind === 'points' ? null : t('corrections.everyObjective'),
    describeTime(correction) || null,
  ]
  return parts.filter((part) => part !== null).join(', ')
}
