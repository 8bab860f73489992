import type { LadderUses } from '@muster/contract/ladder'
import type { Column } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'
import type { LadderSearch } from './ladder-search.ts'
import { filterByRanges, parseRanges } from './ranges.ts'
import { filterByUses, indexUses, readChosen } from './uses.ts'

/** The filters that few visits use, and whose code loads with the first of them: ranges of columns, uniques and gems. */
export function applyFilters(
  rows: readonly LadderRow[],
  search: LadderSearch,
  available: readonly Column[],
  uses: LadderUses | undefined,
): readonly LadderRow[] {
  const inRanges = filterByRanges(rows, parseRanges(search.f), available)
  return uses ? filterByUses(inRanges, readChosen(search), indexUses(uses)) : inRanges
}
