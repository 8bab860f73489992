import '../../messages/submissions.ts'
import type { ObjectiveItem } from '../../api/score-tree.ts'
import { t } from '../../lib/messages.ts'

type Counted = Pick<ObjectiveItem, 'aggregation' | 'required_number'>

/** Whether a claim needs a value: a race to be first does not, unless there is a number to reach. */
export const asksForValue = ({ aggregation, required_number }: Counted): boolean =>
  aggregation !== 'EARLIEST' || required_number > 1

/** What the value does for the team. */
export function explainValue({ aggregation, required_number }: Counted): string {
  if (aggregation === 'MAXIMUM') return t('submit.valueHighest')
  if (aggregation === 'MINIMUM') return t('submit.valueLowest', { count: required_number })
  if (aggregation === 'DIFFERENCE_BETWEEN') return t('submit.valueDifference')
  if (aggregation === 'EARLIEST') return t('submit.valueReach', { count: required_number })
  return t('submit.valueSum')
}
