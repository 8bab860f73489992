import { numberRows } from '@muster/domain/characters/number-rows'
import '../../messages/item-words.ts'
import '../../messages/submissions.ts'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import { takesNumberReports } from '@muster/domain/submissions/claim'
import type { ObjectiveItem } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'

type Counted = Pick<ObjectiveItem, 'aggregation' | 'required_number'>

/** Whether a claim needs a value: not in a race to be first, unless there is a number to reach. */
export const asksForValue = ({ aggregation, required_number }: Counted): boolean =>
  findCounts(aggregation) !== 'first' || required_number > 1

/** The effect of the value for the team. */
export function explainValue({ aggregation, required_number }: Counted): string {
  const counts = findCounts(aggregation) ?? 'sum'
  return t(`submit.value.${counts}`, { count: required_number })
}

/** The name of the value; for a player's number, the name of that number. */
export const labelValue = (item: ObjectiveItem): string =>
  takesNumberReports(item) && item.number_field !== '' ? numberRows[item.number_field].label : t('submit.value')
