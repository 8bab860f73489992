import type { GameItem } from '@muster/contract/game-api'
import type { GuildStashTab } from '@muster/contract/guild-stash'
import type { ObjectiveId } from '@muster/contract/ids'
import type { ItemLogLine, MissedObjective, ServedObjective, StashItem } from '@muster/contract/team-stash'
import { compareTrials, toTrial, type Trial } from '@muster/domain/conditions/try-objectives'
import { matchLine, readLoggedItem } from '@muster/domain/guilds/item-lines'
import { readRecord } from '@muster/domain/items/normalise'
import { countsItems } from '@muster/domain/objectives/kinds'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'
import { readOwnReachable } from '@muster/domain/scoring/reachable'
import { shownOf } from '../../db/event-columns.ts'
import type { PreparedMatcher } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { yieldTurn } from '../../ingestion/stash/match-in-slices.ts'
import { Refusal } from '../../refusal.ts'
import { type KnownObjectives, listPaths, presentTrial } from '../../trials.ts'
import { findDeposits, listLogNames, readLine } from './deposits.ts'
import { listLinesAbout } from './log-store.ts'
import { readShare, readSources } from './overview.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { presentItem } from './present-tab.ts'
import { readSent, readTab, unpackTab } from './read-tabs.ts'
import { findVisibleObjectives, type VisibleObjectives } from './visible-objectives.ts'
import { findListedTab, loadContents } from './store.ts'
import { findPlace, keyOf, type Served } from './tab-index.ts'
import { listPeople, listReportedOf, listTeamScores } from './team-store.ts'

const maxServed = 100
const maxLines = 30

type Tab = GuildStashTab & { readonly event_id: Row<'events'>['id'] }

const toSeconds = (time: number | null) => (time === null ? null : Math.floor(time / 1000))

/** The team's progress on the objectives of an item, and the points still possible. */
async function presentServed(
  ctx: Context,
  tab: Tab,
  served: readonly Served[],
  prepared: PreparedMatcher,
  { objectives, paths }: KnownObjectives,
): Promise<ServedObjective[]> {
  const ids = served.map(({ objective_id }) => objective_id)
  const { own, finished } = await listTeamScores(ctx.db, tab.event_id, tab.team_id, ids)
  const sources = readSources(await listReportedOf(ctx.db, tab.event_id, tab.team_id, ids))
  const people = await listPeople(
    ctx.db,
    [...own.values()].flatMap(({ user_id }) => user_id ?? []),
  )
  const presets = new Map(prepared.definition.presets.map((preset) => [preset.id, preset]))
  return served.flatMap(({ objective_id, number }) => {
    const objective = objectives.get(objective_id)
    if (!objective) return []
    const row = own.get(objective_id)
    const node = {
      scoring_preset: null,
      further_presets: listPresetIds(objective).flatMap((id) => presets.get(id) ?? []),
      valid_to: objective.valid_to,
      children: [],
      team_score: new Map(row ? [[row.team_id as number, row]] : []),
      finished_teams: finished.get(objective_id) ?? 0,
    }
    const score = row && {
      points: row.points,
      rank: row.rank,
      number: row.number,
      finished: row.finished,
      timestamp: toSeconds(row.timestamp?.getTime() ?? null),
      user: (row.user_id !== null && people.get(row.user_id)) || null,
    }
    return [
      {
        objective_id: objective_id as ObjectiveId,
        name: objective.name,
        path: [...(paths.get(objective_id) ?? [])],
        number,
        required_number: objective.required_number,
        closes_at: toSeconds(objective.valid_to),
        score: score ?? null,
        still_possible: readOwnReachable(node, tab.team_id, ctx.clock.now()),
        ...readShare(sources, tab.id, objective_id),
      },
    ]
  })
}

/** Why an item does not complete the other released objectives, near misses first. */
async function tryOthers(
  item: GameItem,
  { matcher }: PreparedMatcher,
  { released }: VisibleObjectives,
  now: number,
): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const objective of released.values()) {
    if (!countsItems(objective)) continue
    await yieldTurn()
    const explanation = matcher.explain(item, objective.id, now)
    if (explanation && !explanation.matches) trials.push(toTrial(explanation))
  }
  return trials.sort(compareTrials)
}

async function loadLog(ctx: Context, tab: Tab, item: GameItem, sent_name: string | null): Promise<StashItem['log']> {
  const { event_id, team_id, last_fetch } = tab
  const collection = tab.parent_id === null ? null : await findListedTab(ctx.db, event_id, tab.parent_id)
  const logged = readLoggedItem(item, listLogNames(tab, sent_name, collection))
  const found = await listLinesAbout(ctx.db, event_id, team_id, logged, maxLines + 1)
  const [put_in = null] = await findDeposits(ctx.db, event_id, team_id, [{ item: logged, seen_at: Date.parse(last_fetch) }])
  const lines = found.slice(0, maxLines).map((row): ItemLogLine => {
    const { entry_id, timestamp, stash_name, ...line } = row
    const match = matchLine(readLine(row), logged) ?? 'elsewhere'
    const seconds = Math.floor(timestamp.getTime() / 1000)
    return { id: String(entry_id), timestamp: seconds, ...line, ...(stash_name !== null && { stash_name }), match }
  })
  return { put_in, lines, has_more: found.length > maxLines }
}

/**
 * One item of a team's tab: the objectives it completes, the conditions it misses, and its history.
 * @throws Refusal stash_tab_not_found, stash_item_not_found
 */
export async function loadStashItem(
  ctx: Context,
  event: Row<'events'>,
  listed: GuildStashTab,
  item_id: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<StashItem> {
  const tab: Tab = { ...listed, event_id: event.id }
  const [stored] = await loadContents(ctx.db, [tab])
  if (!stored) throw new Refusal('stash_tab_not_found', 'This tab has not been fetched yet')
  const sent = readSent(unpackTab(stored.content))
  const place = findPlace(sent.items, item_id)
  const item = readRecord(sent.items[place])
  if (place === -1) throw new Refusal('stash_item_not_found')
  const prepared = await prepareMatcher(ctx, event)
  const now = ctx.clock.now()
  const visible = findVisibleObjectives(prepared.definition, shownOf(event), now)
  const index = await readTab(ctx, stored, prepared, async () => sent)
  const served = (index.served.get(place) ?? []).filter(({ objective_id }) => visible.isOpen(objective_id))
  const known = { objectives: visible.released, paths: listPaths(prepared.definition.objectives) }
  const others = await tryOthers(item, prepared, visible, now)
  const presentOther = (trial: Trial): MissedObjective => ({
    ...presentTrial(trial, known),
    objective_id: trial.objective_id as ObjectiveId,
  })
  return {
    tab: listed,
    key: keyOf(index.heads[place], place),
    place,
    item: presentItem(item, place, index, visible),
    serves: await presentServed(ctx, tab, served.slice(0, maxServed), prepared, known),
    serves_total: served.length,
    others: others.slice(page.offset, page.offset + page.limit).map(presentOther),
    others_total: others.length,
    log: await loadLog(ctx, tab, item, sent.name),
  }
}
