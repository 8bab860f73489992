import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findLatestVersion, findRules, insertRules } from './store.ts'

export const eventRulesRoutes = {
  getEventRules: {
    readVersion: async ({ db, event }) => String(await findLatestVersion(db, event.id)),
    read: async ({ db, event, query }) => {
      const rules = await findRules(db, event.id, query.version)
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
    await ctx.db.transact(async (tx) => {
      const log = { event_id: event.id, author_id: viewer.user_id }
      if (!(await insertRules(tx, { ...log, version, text, written_at }))) throw new Refusal('rules_changed')
      await insertAdminChange(tx, {
        ...log,
        changed_at: written_at,
        kind: 'rules_written',
        subject: String(version),
        detail: String(text.length),
      })
    })
    return { version, latest_version: version, text, written_at: written_at.toISOString() }
  },
} satisfies Partial<Handlers>
