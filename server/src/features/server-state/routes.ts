import type { Handlers } from '../../call.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../refusal.ts'
import { checkDatabase } from './health.ts'
import { observe } from './observe.ts'
import { judgeReadiness } from './readiness.ts'

async function requireDatabase({ db, log }: Context): Promise<void> {
  const problem = await checkDatabase(db)
  if (problem === null) return
  log.warn({ err: problem }, 'the database cannot be written and read')
  throw new Refusal('unavailable')
}

export const serverStateRoutes = {
  getClock: async ({ ctx }) => ({ now: new Date(ctx.clock.now()).toISOString(), speed: ctx.clock.speed }),

  getItemImages: async ({ ctx }) => ({ origin: ctx.config.poe.image_origin }),

  // Kept for a moment: nobody makes the database write by asking often.
  getHealth: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return { status: 'ok' as const }
    },
  },

  getReadiness: {
    async load({ ctx }) {
      await requireDatabase(ctx)
      return judgeReadiness(await observe(ctx), ctx.clock, Date.now())
    },
  },
} satisfies Partial<Handlers>
