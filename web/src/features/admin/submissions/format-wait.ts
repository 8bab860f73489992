import '../../../messages/admin-submissions.ts'
import { t } from '../../../lib/text/messages.ts'

const minute_ms = 60_000

/** A waiting time in its largest unit: "41 min", "5 h", "3 d". */
export function formatWait(wait_ms: number): string {
  const minutes = Math.max(0, Math.floor(wait_ms / minute_ms))
  if (minutes < 120) return t('judge.wait.minutes', { count: minutes })
  if (minutes < 48 * 60) return t('judge.wait.hours', { count: Math.floor(minutes / 60) })
  return t('judge.wait.days', { count: Math.floor(minutes / (24 * 60)) })
}
