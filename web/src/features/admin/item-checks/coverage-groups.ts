import '../../../messages/admin-item-checks.ts'
import { type CoveredObjective, maxCountedMatches, type ScanResult } from '@muster/contract/item-checks'
import { sayItem } from '@muster/domain/objectives/item-coverage'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'

/** Before the first scan nothing could have matched: that is not a warning. */
export const tellState = ({ state, scans }: CoveredObjective) => (state === 'never' && scans.length === 0 ? 'unscanned' : state)

/** Groups of the coverage list; an objective can be in several. */
export const coverageGroups = ['all', 'never', 'example', 'seen', 'failing', 'outdated'] as const
export type CoverageGroup = (typeof coverageGroups)[number]

export const isOutdated = ({ scans }: CoveredObjective) => scans.some(({ is_outdated }) => is_outdated)

const belongs: Readonly<Record<CoverageGroup, (one: CoveredObjective) => boolean>> = {
  all: () => true,
  never: ({ state }) => state === 'never',
  example: ({ state }) => state === 'example',
  seen: ({ state }) => state === 'seen',
  failing: ({ failing }) => failing > 0,
  outdated: isOutdated,
}

export function pickObjectives(objectives: readonly CoveredObjective[], group: CoverageGroup, search = ''): CoveredObjective[] {
  const wanted = search.trim().toLowerCase()
  return objectives.filter(
    (one) => belongs[group](one) && [...one.path, one.name].some((name) => name.toLowerCase().includes(wanted)),
  )
}

/** The number of matches; beyond the limit a scan stops counting. */
export const formatMatches = ({ matches }: Pick<ScanResult, 'matches'>): string =>
  `${formatCount(matches)}${matches >= maxCountedMatches ? '+' : ''}`

type Cell = string | number

const columns = [
  'objective_id',
  'objective',
  'path',
  'state',
  'matches_stream',
  'matches_stored',
  'first_match',
  'examples',
  'saved_items',
  'failing_saved_items',
  'changed_since_scan',
]

/** The coverage list as rows of a file, with a header. */
export const toRecords = (objectives: readonly CoveredObjective[]): Cell[][] => [
  columns,
  ...objectives.map((one): Cell[] => {
    const countOf = (source: ScanResult['source']) => one.scans.find((scan) => scan.source === source)?.matches ?? ''
    const times = one.scans.flatMap(({ first_at }) => first_at ?? [])
    return [
      one.objective_id,
      one.name,
      one.path.join(' / '),
      t(`checks.state.${tellState(one)}`),
      countOf('stream'),
      countOf('stored'),
      times.toSorted()[0] ?? '',
      one.scans.flatMap(({ hits }) => hits.map(sayItem)).join('; '),
      one.examples,
      one.failing,
      String(isOutdated(one)),
    ]
  }),
]
