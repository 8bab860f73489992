import { sql } from 'kysely'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'

export const serverStateRoutes = {
  getClock: async ({ ctx }) => ({ now: new Date(ctx.clock.now()).toISOString(), speed: ctx.clock.speed }),

  getHealth: async ({ ctx }) => {
    try {
      await sql`select 1`.execute(ctx.db)
      return { status: 'ok' as const }
    } catch (error) {
      ctx.log.warn({ err: error }, 'the database does not answer')
      throw new Refusal('unavailable')
    }
  },
} satisfies Partial<Handlers>
