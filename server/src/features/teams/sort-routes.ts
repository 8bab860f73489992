import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { submitSort, undoSort } from './sort.ts'
import { loadSortBasis } from './sort-people.ts'
import { findDraft, findLatestSort, presentProof, presentSummary, upsertDraft } from './sort-store.ts'

export const teamSortRoutes = {
  getTeamSort: async ({ ctx, event }) => {
    const { people, fingerprint } = await loadSortBasis(ctx, ctx.db, event)
    const latest = await findLatestSort(ctx.db, event.id)
    return { fingerprint, people, stored: await findDraft(ctx.db, event.id), last: latest && presentSummary(latest) }
  },

  saveTeamSortDraft: async ({ ctx, event, viewer, body }) => {
    const edit = { ...body, event_id: event.id, author_id: viewer.user_id, changed_at: new Date(ctx.clock.now()) }
    const stored = await upsertDraft(ctx.db, edit)
    if (!stored) throw new Refusal('changed_meanwhile')
    return stored
  },

  submitTeamSort: ({ ctx, event, viewer, body }) => submitSort(ctx, event.id, body, viewer),

  undoTeamSort: ({ ctx, event, viewer, params }) => undoSort(ctx, event.id, params.sort_id, viewer),

  getTeamSortProof: {
    load: async ({ ctx, event }) => {
      const sort = await findLatestSort(ctx.db, event.id)
      return sort && presentProof(sort)
    },
  },

  getOwnSortRow: async ({ ctx, event, viewer }) => {
    const sort = await findLatestSort(ctx.db, event.id)
    if (!sort) throw new Refusal('team_sort_not_found')
    return { row: Object.entries(sort.people).find(([, user_id]) => user_id === viewer.user_id)?.[0] ?? null }
  },
} satisfies Partial<Handlers>
