import { readState } from '@muster/contract/received-scores'
import { readOpenItems, summariseEvent } from '@muster/domain/scoring/event-summary'
import { listOpeningTimes } from '@muster/domain/objectives/release'
import { readEventTitle } from '@muster/domain/events/title'
import type { OpenObjective, PublicView } from '@muster/domain/notices/find-notices'
import type { Db } from '../../db/connect.ts'
import { shownOf, spanOf } from '../../db/event-columns.ts'
import type { Row } from '../../db/schema.ts'
import { listShownItems } from '../../features/records/store.ts'
import { loadLatest } from '../../features/scores/store.ts'
import { listTeamsOf } from '../../features/teams/store.ts'

export interface ReadView {
  readonly view: PublicView
  /** The number of the newest change in it. */
  readonly sequence: number
  /** When the standings change without a new score; null: never. */
  readonly changes_at: number | null
}

/**
 * An event as visitors see it. Objectives that have not opened, and those whose scores pages
 * show as zero for now, are not in it: nothing about them can be announced.
 */
export async function loadPublicView(db: Db, event: Row<'events'>, now: number): Promise<ReadView> {
  const [{ diffs, sequence }, items, teams] = await Promise.all([
    loadLatest(db, event.id, null),
    listShownItems(db, event.id),
    listTeamsOf(db, [event.id]),
  ])
  const shown = shownOf(event)
  const names = new Map(teams.map(({ id, name }) => [id as number, name]))
  const { ranked, changes_at } = summariseEvent(items, shown, readState(diffs), [...names.keys()], now)
  const opening = listOpeningTimes(items, shown)
  const { tree, mask } = readOpenItems(items, shown, now)
  const objectives = items.flatMap(({ id, parent_id, name, valid_to }): [number, OpenObjective][] =>
    parent_id === null || !tree.by_id.has(id) || mask.objective_ids.has(id)
      ? []
      : [[id, { id, name, opens_at: opening.get(id) ?? null, closes_at: valid_to }]],
  )
  return {
    sequence,
    changes_at,
    view: {
      event: { id: event.id, name: readEventTitle(event.name), ...spanOf(event) },
      objectives: new Map(objectives),
      teams: names,
      standings: ranked.map(({ team_id, rank, points }) => ({ team_id, name: names.get(team_id) ?? '', rank, points })),
    },
  }
}
