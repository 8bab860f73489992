import '../../messages/item-words.ts'
import type { ConditionFinding } from '@muster/domain/conditions/explain'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'

/** The value that a condition found on an item. */
export function saySeen(seen: ConditionFinding['seen']): string {
  if (seen === null || seen === '') return t('objectives.seenNothing')
  if (typeof seen === 'boolean') return t(seen ? 'objectives.yes' : 'objectives.no')
  if (typeof seen === 'number') return formatCount(seen)
  if (typeof seen === 'string') return `“${seen}”`
  return seen.length === 0 ? t('objectives.seenNothing') : seen.map((entry) => `“${entry}”`).join(', ')
}
