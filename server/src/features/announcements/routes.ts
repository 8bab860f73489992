import type { AnnouncementAudience } from '@muster/contract/announcements'
import { Answer, type Audience, type Handlers } from '../../call.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange } from '../admin-changes/store.ts'
import { findKept, hasSignedUp, insertAnnouncement, listKept, listShown, lockAnnouncement, updateAnnouncement } from './store.ts'

/** The announcements shown to each audience of cached responses; other audiences see those for everyone. */
const shownTo: Partial<Record<Audience, readonly AnnouncementAudience[]>> = {
  players: ['everybody', 'players'],
  leads: ['everybody', 'players', 'leads'],
}

export const announcementRoutes = {
  getAnnouncements: {
    fresh_ms: 5000,
    audience: async ({ ctx, event, viewer, membership }) => {
      if (!viewer) return 'everyone'
      const place = await membership()
      if (place?.is_team_lead) return 'leads'
      return place || (await hasSignedUp(ctx.db, event.id, viewer.user_id)) ? 'players' : 'everyone'
    },
    read: async ({ ctx, db, event, audience }) => {
      const { shown, changes_at } = await listShown(db, event.id, shownTo[audience] ?? ['everybody'], ctx.clock.now())
      return new Answer(shown, { changes_at })
    },
  },

  getKeptAnnouncements: ({ ctx, event }) => listKept(ctx.db, event.id),

  saveAnnouncement: async ({ ctx, event, viewer, body }) => {
    const { id, base_version, title, text, audience } = body
    const now = new Date(ctx.clock.now())
    const saved = await ctx.db.transact(async (tx) => {
      const before = id === null ? null : await lockAnnouncement(tx, event.id, id)
      if (id !== null && !before) throw new Refusal('announcement_not_found')
      if (before) checkVersion(base_version, before.version)
      const starts_at = body.starts_at === null ? (before?.starts_at ?? now) : new Date(body.starts_at)
      const ends_at = body.ends_at === null ? null : new Date(body.ends_at)
      if (ends_at !== null && ends_at <= starts_at) throw refuseField('ends_at', 'must be after starts_at')
      const fields = { title, text, audience, starts_at, ends_at, author_id: viewer.user_id, written_at: now }
      const log = { event_id: event.id, author_id: viewer.user_id, changed_at: now, subject: title, detail: audience }
      if (before) {
        await updateAnnouncement(tx, before.id, { ...fields, removed_at: null })
        await insertAdminChange(tx, {
          ...log,
          kind: before.removed_at === null ? 'announcement_changed' : 'announcement_written',
        })
        return before.id
      }
      await insertAdminChange(tx, { ...log, kind: 'announcement_written' })
      return insertAnnouncement(tx, { event_id: event.id, ...fields })
    })
    const kept = await findKept(ctx.db, event.id, saved)
    if (!kept) throw new Refusal('announcement_not_found')
    return kept
  },

  removeAnnouncement: ({ ctx, event, viewer, params }) =>
    ctx.db.transact(async (tx) => {
      const before = await lockAnnouncement(tx, event.id, params.announcement_id)
      if (!before) throw new Refusal('announcement_not_found')
      if (before.removed_at !== null) return
      const changed_at = new Date(ctx.clock.now())
      await updateAnnouncement(tx, before.id, { removed_at: changed_at })
      const { title: subject, audience: detail } = before
      await insertAdminChange(tx, {
        event_id: event.id,
        author_id: viewer.user_id,
        changed_at,
        kind: 'announcement_removed',
        subject,
        detail,
      })
    }),
} satisfies Partial<Handlers>
