import '../../messages/personal-steps.ts'
import type { PersonalGauge } from '@muster/domain/characters/personal-points'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'

/** The next step and its points: "next step at 90, 3 points". */
export function describeNext(next: PersonalGauge['next']): string {
  if (next === null) return t('steps.all')
  const at = formatCount(next.at)
  return next.adds === 0 ? t('steps.capped', { at }) : t('steps.next', { at, count: next.adds })
}
