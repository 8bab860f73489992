import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { StashMember, TabObjective, TeamStash, TeamStashTab } from '@muster/contract/team-stash'
import { guildScope, readTabAccess } from '@muster/domain/guilds/tab-access'
import { readTabFetching } from '@muster/domain/guilds/tab-fetching'
import { shownOf } from '../../db/event-columns.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { readTabs } from './read-tabs.ts'
import { findVisibleObjectives, type VisibleObjectives } from './visible-objectives.ts'
import { presentListedTab } from './store.ts'
import type { TabIndex } from './tab-index.ts'
import {
  findRunningJobs,
  listMembers,
  listReported,
  listTeamScores,
  listTeamTabs,
  type MemberRow,
  type Reported,
  type TeamTab,
} from './team-store.ts'

/** The progress that the sources of a team show for its objectives. */
export interface Sources {
  /** By tab, then by objective. */
  readonly byTab: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** Number of sources with any progress for an objective. */
  readonly counts: ReadonlyMap<number, number>
}

export function readSources(reported: readonly Reported[]): Sources {
  const byTab = new Map<string, Map<number, number>>()
  const counts = new Map<number, number>()
  for (const { tab_id, objective_id, number } of reported) {
    counts.set(objective_id, (counts.get(objective_id) ?? 0) + 1)
    if (tab_id === null) continue
    const ofTab = byTab.get(tab_id) ?? new Map<number, number>()
    byTab.set(tab_id, ofTab.set(objective_id, number))
  }
  return { byTab, counts }
}

/** The share of a tab in an objective now, by the facts of its team. */
export function readShare({ byTab, counts }: Sources, tab_id: string, objective_id: number) {
  const reported = byTab.get(tab_id)?.get(objective_id) ?? 0
  return { reported, is_only_source: reported !== 0 && counts.get(objective_id) === 1 }
}

interface Scoring {
  readonly scoring_items: number
  readonly counted: ReadonlyMap<number, { items: number; number: number }>
}

function countScoring(index: TabIndex | undefined, visible: VisibleObjectives): Scoring {
  const counted = new Map<number, { items: number; number: number }>()
  let scoring_items = 0
  for (const served of index?.served.values() ?? []) {
    const open = served.filter(({ objective_id }) => visible.isOpen(objective_id))
    if (open.length > 0) scoring_items += 1
    for (const { objective_id, number } of open) {
      const known = counted.get(objective_id) ?? { items: 0, number: 0 }
      counted.set(objective_id, { items: known.items + 1, number: known.number + number })
    }
  }
  return { scoring_items, counted }
}

const toText = (time: number | null) => (time === null ? null : new Date(time).toISOString())

function presentMember(row: MemberRow, tabs: readonly TeamTab[], is_reading: boolean, now: number): StashMember {
  const tab_ids = tabs.filter(({ user_ids }) => user_ids.includes(row.user_id)).map(({ id }) => id)
  const toTime = (date: Date | null) => date?.getTime() ?? null
  const access = readTabAccess(
    {
      connection: row.is_connected ? { is_broken: row.is_broken, may_read_tabs: row.scopes.includes(guildScope) } : null,
      poll: row.due_at && { due_at: row.due_at.getTime(), checked_at: toTime(row.checked_at), last_error: row.last_error },
      seen: tab_ids.length,
    },
    is_reading,
    now,
  )
  return {
    user: { id: row.user_id, display_name: row.display_name },
    is_team_lead: row.is_team_lead,
    tab_ids,
    ...access,
    checked_at: toText(access.checked_at),
    due_at: toText(access.due_at),
  }
}

/** All tabs of a team's guild: the state of fetching, scoring items, and members with access. */
export async function loadTeamStash(ctx: Context, event: Row<'events'>, team_id: TeamId): Promise<TeamStash> {
  const { db } = ctx
  const now = ctx.clock.now()
  const prepared = await prepareMatcher(ctx, event)
  const [tabs, members, running, reported] = await Promise.all([
    listTeamTabs(db, event.id, team_id),
    listMembers(db, event.id, team_id),
    findRunningJobs(db, event.id, new Date(now)),
    listReported(db, event.id, team_id),
  ])
  const keys = tabs.map(({ id, content_key }) => ({ event_id: event.id, team_id, id, content_key }))
  const indexes = await readTabs(ctx, keys, prepared)
  const visible = findVisibleObjectives(prepared.definition, shownOf(event), now)
  const sources = readSources(reported)
  const scoring = new Map(tabs.map(({ id }) => [id, countScoring(indexes.get(id), visible)]))
  const involved = new Set(
    tabs.flatMap(({ id }) => [...(scoring.get(id)?.counted.keys() ?? []), ...(sources.byTab.get(id)?.keys() ?? [])]),
  )
  const points = await loadPoints(ctx, event.id, team_id, [...involved])
  const byId = new Map(tabs.map((tab) => [tab.id, tab]))
  const is_fetching = running.has('FetchGuildStashes')

  function present({ event_id: _, content_key: __, due_at, wanted_at, is_empty_unconfirmed, ...tab }: TeamTab): TeamStashTab {
    const { scoring_items = 0, counted = new Map<number, { items: number; number: number }>() } = scoring.get(tab.id) ?? {}
    const shown = new Set([...counted.keys(), ...(sources.byTab.get(tab.id)?.keys() ?? [])])
    const objectives = [...visible.released.keys()].flatMap((id): TabObjective[] => {
      if (!shown.has(id)) return []
      const { items, number } = counted.get(id) ?? { items: 0, number: 0 }
      return [{ objective_id: id as ObjectiveId, items, number, ...readShare(sources, tab.id, id), points: points.get(id) ?? 0 }]
    })
    const collection = tab.parent_id === null ? undefined : byId.get(tab.parent_id)
    const fetching = readTabFetching(
      {
        fetch_enabled: tab.fetch_enabled,
        fetched_at: tab.fetched_at?.getTime() ?? null,
        due_at: (collection?.due_at ?? due_at).getTime(),
        wanted_at: wanted_at?.getTime() ?? null,
        is_empty_unconfirmed,
        last_error: tab.last_error,
      },
      is_fetching,
      now,
    )
    const own = objectives.filter((one) => one.is_only_source).reduce((sum, one) => sum + one.points, 0)
    return {
      ...presentListedTab(tab),
      fetching: { ...fetching, due_at: toText(fetching.due_at) },
      scoring_items,
      objectives,
      points: own,
    }
  }

  const is_reading = is_fetching || running.has('DetermineGuildStashAccess')
  return {
    team_id,
    is_fetching,
    tabs: tabs.map(present),
    members: members.map((member) => presentMember(member, tabs, is_reading, now)),
  }
}

async function loadPoints(ctx: Context, event_id: EventId, team_id: TeamId, objective_ids: readonly number[]) {
  const { own } = await listTeamScores(ctx.db, event_id, team_id, objective_ids)
  return new Map([...own].map(([id, { points }]) => [id, points]))
}
