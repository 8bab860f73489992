import type { LeagueCheck } from '@muster/contract/leagues'
import type { Handlers } from '../../call.ts'

/** Real time: a user waits in front of a form. The game's limits may delay a request for much longer. */
const patience_ms = 8_000

const nothing = { start_at: null, end_at: null, characters: null } satisfies Partial<LeagueCheck>

export const leagueRoutes = {
  checkLeague: async ({ ctx, query }) => {
    if (!ctx.game) return { state: 'cannot_tell' as const, ...nothing }
    const answer = await ctx.game.findLeague(query.name, query.game_version, AbortSignal.timeout(patience_ms))
    if (!answer.ok) {
      ctx.log.warn({ league: query.name, failure: answer.failure }, 'could not look up a league in the game; the form says so')
      return { state: 'cannot_tell' as const, ...nothing }
    }
    if (!answer.value) return { state: 'missing' as const, ...nothing }
    const { start_at, end_at, characters } = answer.value
    return { state: 'exists' as const, start_at: toText(start_at), end_at: toText(end_at), characters }
  },
} satisfies Partial<Handlers>

const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString())
