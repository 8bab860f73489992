import '../../../messages/admin-retention.ts'
import { proposeRemoval, retentionDays } from '@muster/domain/events/retention'
import { t } from '../../../lib/text/messages.ts'
import { formatDay } from '../../../lib/time/time.ts'
import type { Choice } from '../../../ui/forms/choices.ts'

/** `for_ever`, a number of days after the end of the event, or `date` for another date. */
export type RetentionChoice = 'for_ever' | `${(typeof retentionDays)[number]}` | 'date'

const day_ms = 86_400_000

const choiceOf = (days: (typeof retentionDays)[number]) => `${days}` as const

/** The choices with their dates. Periods already over cannot be chosen, because removal is never due at once. */
export function listChoices(ends_at: number, now: number): Choice<RetentionChoice>[] {
  return [
    { value: 'for_ever', label: t('retention.forEver') },
    ...retentionDays.map((days) => {
      const isOver = proposeRemoval(ends_at, days, now) !== ends_at + days * day_ms
      const day = formatDay(ends_at + days * day_ms)
      return {
        value: choiceOf(days),
        label: t(isOver ? 'retention.daysOver' : 'retention.days', { days, day }),
        isDisabled: isOver,
      }
    }),
    { value: 'date', label: t('retention.date') },
  ]
}

/** The choice that matches a stored date. */
export function readChoice(kept_until: string | null, ends_at: number): RetentionChoice {
  if (kept_until === null) return 'for_ever'
  const days = retentionDays.find((one) => ends_at + one * day_ms === Date.parse(kept_until))
  return days === undefined ? 'date' : choiceOf(days)
}

/** The default for a custom date: a season after the end, and never so soon that it would be a surprise. */
export const proposeDate = (ends_at: number, now: number): number => Math.max(ends_at + 90 * day_ms, now + 30 * day_ms)

/** The end of the period: ms; null for ever; NaN if no date was typed. */
export function dateOfChoice(choice: RetentionChoice, ends_at: number, typed: number | null): number | null {
  if (choice === 'for_ever') return null
  return choice === 'date' ? (typed ?? Number.NaN) : ends_at + Number(choice) * day_ms
}
