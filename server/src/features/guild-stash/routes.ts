import type { EventId } from '@muster/contract/ids'
import { shownOf } from '../../db/event-columns.ts'
import type { Context } from '../../context.ts'
import { Answer, type Handlers, teamOf } from '../../call.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { type Membership, viewerHas } from '../../viewer.ts'
import { extendJob } from '../jobs/store.ts'
import { findNextWindow, findDefinitionSequence, prepareMatcher } from '../../prepared-matcher.ts'
import { presentTab } from './present-tab.ts'
import { setPriority } from './priority.ts'
import { readWords } from './find-in-tabs.ts'
import { loadTeamStash } from './overview.ts'
import { searchTeamStash } from './search.ts'
import { loadWantedItems } from './wanted-items.ts'
import { isTeamOfEvent } from '../wishes/store.ts'
import { findVisibleObjectives } from './visible-objectives.ts'
import { loadStashItem } from './stash-item.ts'
import {
  findListedTab,
  findTabVersion,
  listTabsSeenBy,
  listTabWithParts,
  toggleFetching,
  wantAccess,
  wantTab,
  wantTeamAccess,
} from './store.ts'

/** How long the access check that an admin starts may take, event time. */
const accessCheck_ms = 3_600_000

/** The tab of the path, for a lead of its team (D-03). @throws Refusal stash_tab_not_found, not_allowed */
async function getTabOfTeam(ctx: Context, event_id: EventId, id: string, team: Membership): Promise<Row<'guild_stash_tabs'>> {
  const [tab] = await listTabWithParts(ctx.db, event_id, id)
  if (tab?.id !== id) throw new Refusal('stash_tab_not_found')
  if (tab.team_id !== team.team_id) throw new Refusal('not_allowed', 'This tab belongs to another team')
  return tab
}

export const guildStashRoutes = {
  getGuildStashForUser: ({ ctx, event, viewer }) => listTabsSeenBy(ctx.db, event.id, viewer.user_id),

  /** The request is stored and carried out by the jobs (D-24); the job is started if it is not running. */
  updateAccess: async ({ ctx, event, viewer, team }) => {
    const now = ctx.clock.now()
    // The job belongs to the event, so a lead does not start it: a running job finds the request.
    if (!viewerHas('check_every_stash_access', viewer)) {
      if (!team) throw new Refusal('not_allowed')
      await ctx.db.transact((tx) => wantTeamAccess(tx, event.id, team.team_id, new Date(now)))
      return
    }
    await ctx.db.transact(async (tx) => {
      await wantAccess(tx, event.id, new Date(now))
      const job = { event_id: event.id, job_type: 'DetermineGuildStashAccess' as const }
      await extendJob(tx, job, new Date(now + accessCheck_ms))
    })
  },

  /** Thirty people may look at once, and tabs change every half minute at most. */
  findWantedItems: {
    fresh_ms: 10_000,
    audience: async ({ viewer, membership, params: { team_id } }) => {
      if (viewerHas('see_every_wish', viewer) || (await membership())?.team_id === team_id) return team_id
      throw new Refusal('team_not_found', 'You can see the wishes of your own team only')
    },
    load: async ({ ctx, event, params: { team_id } }) => {
      if (!(await isTeamOfEvent(ctx.db, event.id, team_id))) throw new Refusal('team_not_found')
      return loadWantedItems(ctx, event, team_id)
    },
  },

  getTeamStash: {
    audience: async ({ membership }) => {
      const place = await membership()
      if (!place) throw new Refusal('not_allowed')
      return place.team_id
    },
    // The answer is expensive for a large guild, and tabs are fetched once a minute.
    fresh_ms: 2_000,
    load: ({ ctx, event, audience }) => {
      const team_id = teamOf(audience)
      if (team_id === null) throw new Error('only members of a team can see its tabs')
      return loadTeamStash(ctx, event, team_id)
    },
  },

  searchTeamStash: ({ ctx, event, team, query }) => {
    if (query.objective_id === undefined && readWords(query.q).length === 0) {
      throw refuseField('q', 'is required unless an objective is given')
    }
    return searchTeamStash(ctx, event, team.team_id, query)
  },

  getGuildStashTab: {
    /** The answer does not depend on the caller: all callers with access share the bytes (D-01). */
    audience: async ({ ctx, event, viewer, params, membership }) => {
      const tab = await findListedTab(ctx.db, event.id, params.stash_id)
      if (!tab) throw new Refusal('stash_tab_not_found')
      const isTheirs = tab.user_ids.includes(viewer.user_id) || (await membership())?.team_id === tab.team_id
      if (!isTheirs) throw new Refusal('not_allowed', 'You cannot see this tab')
      return 'everyone' as const
    },
    version: async ({ ctx, event, params }) =>
      `${await findDefinitionSequence(ctx, event.id)} ${event.version} ${await findTabVersion(ctx.db, event.id, params.stash_id)}`,
    load: async ({ ctx, event, params }) => {
      const [tab, ...parts] = await listTabWithParts(ctx.db, event.id, params.stash_id)
      if (!tab || tab.content === null) throw new Refusal('stash_tab_not_found', 'This tab has not been fetched yet')
      const prepared = await prepareMatcher(ctx, event)
      const now = ctx.clock.now()
      const visible = findVisibleObjectives(prepared.definition, shownOf(event), now)
      const presented = await presentTab(tab, parts, { ctx, prepared, visible })
      return new Answer(presented, { changes_at: findNextWindow(prepared.definition, shownOf(event), now) })
    },
  },

  getStashItem: async ({ ctx, event, team, params, query }) => {
    const tab = await findListedTab(ctx.db, event.id, params.stash_id)
    if (!tab) throw new Refusal('stash_tab_not_found')
    // Players of other teams may see the tab in the game, but not its score for the team.
    if (tab.team_id !== team.team_id) throw new Refusal('not_allowed', 'You cannot see this tab')
    return loadStashItem(ctx, event, tab, params.item_id, query)
  },

  switchStashFetching: async ({ ctx, event, team, params }) => {
    const { id } = await getTabOfTeam(ctx, event.id, params.stash_id, team)
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) => toggleFetching(tx, event.id, id, now))
    const switched = await findListedTab(ctx.db, event.id, id)
    if (!switched) throw new Refusal('stash_tab_not_found')
    return switched
  },

  setStashPriority: async ({ ctx, event, team, params, body }) => {
    const tab = await getTabOfTeam(ctx, event.id, params.stash_id, team)
    // Part of a collection is fetched through the collection.
    const id = tab.parent_id ?? tab.id
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) => setPriority(tx, { ...tab, id }, body.is_priority, now))
    const changed = await findListedTab(ctx.db, event.id, id)
    if (!changed) throw new Refusal('stash_tab_not_found')
    return changed
  },

  updateStashTab: async ({ ctx, event, team, params }) => {
    const tab = await getTabOfTeam(ctx, event.id, params.stash_id, team)
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) => wantTab(tx, tab, now))
  },
} satisfies Partial<Handlers>
