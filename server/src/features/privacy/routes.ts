import { Readable } from 'node:stream'
import { dataKinds } from '@muster/contract/own-data'
import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import type { Viewer } from '../../viewer.ts'
import { countKept, exportPerson } from './export-data.ts'
import { findPerson, listPeriods } from './person.ts'
import { findVisibility, updateVisibility } from './visibility.ts'

/** The caller; a user deleted since the call began is anonymous. */
async function readSelf(ctx: Context, { user_id }: Viewer) {
  const person = await findPerson(ctx.db, user_id)
  if (!person) throw new Refusal('not_authenticated')
  return person
}

export const privacyRoutes = {
  getKeptData: async ({ ctx, viewer }) => {
    const person = await readSelf(ctx, viewer)
    const [counts, events] = await Promise.all([countKept(ctx.db, person), listPeriods(ctx.db, person.user_id)])
    return { events, kinds: dataKinds.map((kind) => ({ kind, rows: counts.get(kind) ?? 0 })) }
  },

  exportOwnData: async ({ ctx, viewer }) => {
    const person = await readSelf(ctx, viewer)
    const headers = { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="muster-data.json"' }
    return { bytes: Readable.from(exportPerson(ctx.db, person, new Date(ctx.clock.now()))), headers }
  },

  getVisibility: async ({ ctx, viewer }) => {
    const visibility = await findVisibility(ctx.db, viewer.user_id)
    if (!visibility) throw new Refusal('not_authenticated')
    return visibility
  },

  saveVisibility: async ({ ctx, viewer, body }) => {
    await updateVisibility(ctx.db, viewer.user_id, body)
    return body
  },
} satisfies Partial<Handlers>
