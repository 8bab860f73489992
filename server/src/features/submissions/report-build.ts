import type { ObjectiveId } from '@muster/contract/ids'
import type { BuildReport } from '@muster/contract/submissions'
import {
  addsNumber,
  needsTree,
  readBuildNumber,
  readReportedBuild,
  type ReportedBuild,
} from '@muster/domain/submissions/build-report'
import { listSuspicions, suspectAreas, suspectItem } from '@muster/domain/submissions/suspicion'
import { listAscendancyNodes } from '@muster/domain/trees/ascendancy-nodes'
import type { PreparedMatcher } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { loadTree } from '../../game-tree-files.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { refuseField } from '../../refusal.ts'
import { hashItem } from './report-item.ts'
import { findHighestArea } from './log-goals.ts'
import { listHighestNumbers, listSameItems, type StoredSubmission } from './store.ts'
import { type Author, type Found, type ReportedResult, type ReportMoment, storeReport } from './store-report.ts'
import { unpackCode } from '../../unpack-code.ts'

async function readCode(code: string, { game_version }: Row<'events'>): Promise<ReportedBuild> {
  const read = readReportedBuild(await unpackCode(code), game_version)
  if (!read.ok) throw refuseField('code', `cannot be read: ${read.reason}`)
  return read.reported
}

interface Character {
  readonly event: Row<'events'>
  readonly author: Author
  readonly reported: ReportedBuild
  readonly prepared: PreparedMatcher
  readonly ascendancy_nodes: ReadonlySet<number> | null
}

const loadAscendancyNodes = async ({ config }: Context, { game_version }: Row<'events'>) =>
  listAscendancyNodes(await loadTree(config.data_dir, { game_version, kind: 'passive' }))

/**
 * The objectives that worn items count for. A character shows the same items day after day, so each of the player's earlier
 * reports of an equal item stands for one of them.
 */
async function findItems(
  { event, author, reported, prepared }: Character,
  { tx, now, happened_at }: ReportMoment,
): Promise<Found> {
  const worn = reported.worn.map((one) => ({ ...one, item_identity: hashItem(one.read.item) }))
  const same = Map.groupBy(
    await listSameItems(
      tx,
      event.id,
      worn.map(({ item_identity }) => item_identity),
    ),
    ({ item_identity }) => item_identity,
  )
  const isOwn = (row: { readonly user_id: number }) => row.user_id === author.user_id
  const highest_area = await findHighestArea(tx, event, author.user_id, { happened_at, now })
  const results: ReportedResult[] = []
  const used = new Map<number, ObjectiveId>()
  const seen = new Set<string>()
  for (const { item, item_identity, read, text } of worn) {
    const is_repeat = seen.has(item_identity)
    seen.add(item_identity)
    const rows = same.get(item_identity) ?? []
    for (const { objective_id, number } of prepared.matchAnywhere([item], happened_at)) {
      const ofObjective = rows.filter((row) => row.objective_id === objective_id)
      const earlier = ofObjective.find((row) => isOwn(row) && row.approval_status !== 'REJECTED' && !used.has(row.id))
      if (earlier) used.set(earlier.id, earlier.objective_id)
      else
        results.push({
          objective_id: objective_id as ObjectiveId,
          objective_type: 'ITEM',
          number,
          item_name: read.name,
          item_text: text,
          item_identity,
          same_item_as: (rows.find((row) => !isOwn(row)) ?? ofObjective[0])?.id ?? null,
          is_repeat,
          suspicions: listSuspicions([...suspectItem(item, read.read.class_id), ...suspectAreas(item, highest_area)]),
        })
    }
  }
  return { results, known: [...used.values()] }
}

/** The objectives that count a number of one player, if the build shows a higher one than the player has. */
async function findNumbers(
  { author, reported, prepared, ascendancy_nodes }: Character,
  { tx, happened_at }: ReportMoment,
): Promise<Found> {
  const shown = prepared.definition.objectives.flatMap((objective) => {
    const read = readBuildNumber(objective, reported, happened_at, ascendancy_nodes)
    return read?.state === 'counts' ? [{ objective, objective_id: objective.id as ObjectiveId, number: read.number }] : []
  })
  const highest = await listHighestNumbers(
    tx,
    author.user_id,
    shown.map(({ objective_id }) => objective_id),
  )
  const isFresh = ({ objective, objective_id, number }: (typeof shown)[number]) =>
    addsNumber(objective, number, highest.get(objective_id) ?? 0)
  return {
    results: shown
      .filter(isFresh)
      .map(({ objective_id, number }) => ({ objective_id, number, objective_type: 'PLAYER' as const })),
    known: shown.filter((one) => !isFresh(one)).map(({ objective_id }) => objective_id),
  }
}

/**
 * Stores a character that a team member reports by a code: one submission for each objective that a worn item or a number counts
 * for, and that the player has not reported yet.
 * @throws Refusal event_over, reports_refused, no_objective_matches, already_reported, invalid_request
 */
export async function reportBuild(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  { code, ...report }: BuildReport,
): Promise<StoredSubmission[]> {
  const reported = await readCode(code, event)
  // Before the ledger is locked: compiling the conditions of a new definition takes a while.
  const prepared = await prepareMatcher(ctx, event)
  const ascendancy_nodes = needsTree(prepared.definition.objectives) ? await loadAscendancyNodes(ctx, event) : null
  const character: Character = { event, author, reported, prepared, ascendancy_nodes }
  return storeReport(ctx, event, author, report, async (moment) => {
    const found = [await findItems(character, moment), await findNumbers(character, moment)]
    return { results: found.flatMap(({ results }) => results), known: found.flatMap(({ known }) => known) }
  })
}
