import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findLatestVersion, findRules, insertRules } from './store.ts'

export const eventRulesRoutes = {
  getEventRules: {
    version: async ({ ctx, event }) => String(await findLatestVersion(ctx.db, event.id)),
    load: async ({ ctx, event, query }) => {
      const rules = await findRules(ctx.db, event.id, query.version)
      if (!rules) throw new Refusal('rules_not_found')
      return rules
    },
  },

  writeEventRules: async ({ ctx, event, viewer, body }) => {
    const { text, base_version } = body
    const before = await findRules(ctx.db, event.id)
    if (before === null || before.version !== base_version) throw new Refusal('rules_changed')
    if (before.text === text) return before
    const version = base_version + 1
    const written_at = new Date(ctx.clock.now())
    const isWritten = await insertRules(ctx.db, { event_id: event.id, version, text, written_at, author_id: viewer.user_id })
    if (!isWritten) throw new Refusal('rules_changed')
    return { version, latest_version: version, text, written_at: written_at.toISOString() }
  },
} satisfies Partial<Handlers>
