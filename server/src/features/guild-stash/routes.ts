import type { EventId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { Answer, type Handlers } from '../../call.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Membership } from '../../viewer.ts'
import { extendJob } from '../jobs/store.ts'
import { findNextWindow, findDefinitionSequence, prepareMatcher } from './prepared-matcher.ts'
import { presentTab } from './present-tab.ts'
import { findListedTab, findTabVersion, listTabsSeenBy, listTabWithParts, toggleFetching, wantAccess, wantTab } from './store.ts'

/** How long the search for access that an admin starts may take, event time. */
const accessCheck_ms = 3_600_000

/** The tab of the path, for a lead of the team it belongs to (D-03). @throws Refusal stash_tab_not_found, not_allowed */
async function getTabOfTeam(ctx: Context, event_id: EventId, id: string, team: Membership): Promise<Row<'guild_stash_tabs'>> {
  const [tab] = await listTabWithParts(ctx.db, event_id, id)
  if (tab?.id !== id) throw new Refusal('stash_tab_not_found')
  if (tab.team_id !== team.team_id) throw new Refusal('not_allowed', 'This tab belongs to another team')
  return tab
}

export const guildStashRoutes = {
  getGuildStashForUser: ({ ctx, event, viewer }) => listTabsSeenBy(ctx.db, event.id, viewer.user_id),

  /** Written down and done by the jobs (D-24); the one that does it is started when it does not run. */
  updateAccess: async ({ ctx, event }) => {
    const now = ctx.clock.now()
    await ctx.db.transact(async (tx) => {
      await wantAccess(tx, event.id, new Date(now))
      const job = { event_id: event.id, job_type: 'DetermineGuildStashAccess' as const }
      await extendJob(tx, job, new Date(now + accessCheck_ms))
    })
  },

  getGuildStashTab: {
    /** What is shown does not depend on who asks: all who may see it share the bytes (D-01). */
    audience: async ({ ctx, event, viewer, params, membership }) => {
      const tab = await findListedTab(ctx.db, event.id, params.stash_id)
      if (!tab) throw new Refusal('stash_tab_not_found')
      const isTheirs = tab.user_ids.includes(viewer.user_id) || (await membership())?.team_id === tab.team_id
      if (!isTheirs) throw new Refusal('not_allowed', 'You cannot see this tab')
      return 'everyone' as const
    },
    version: async ({ ctx, event, params }) =>
      `${await findDefinitionSequence(ctx, event.id)} ${await findTabVersion(ctx.db, event.id, params.stash_id)}`,
    load: async ({ ctx, event, params }) => {
      const [tab, ...parts] = await listTabWithParts(ctx.db, event.id, params.stash_id)
      if (!tab || tab.content === null) throw new Refusal('stash_tab_not_found', 'This tab has not been fetched yet')
      const { matcher, definition } = await prepareMatcher(ctx, event)
      const now = ctx.clock.now()
      return new Answer(await presentTab(tab, parts, matcher, now), { changes_at: findNextWindow(definition, now) })
    },
  },

  switchStashFetching: async ({ ctx, event, team, params }) => {
    const { id } = await getTabOfTeam(ctx, event.id, params.stash_id, team)
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) => toggleFetching(tx, event.id, id, now))
    const switched = await findListedTab(ctx.db, event.id, id)
    if (!switched) throw new Refusal('stash_tab_not_found')
    return switched
  },

  updateStashTab: async ({ ctx, event, team, params }) => {
    const tab = await getTabOfTeam(ctx, event.id, params.stash_id, team)
    const now = new Date(ctx.clock.now())
    await ctx.db.transact((tx) => wantTab(tx, tab, now))
  },
} satisfies Partial<Handlers>
