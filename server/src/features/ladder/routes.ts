import type { Handlers } from '../../call.ts'
import { listLadder } from './store.ts'

export const ladderRoutes = {
  /** The game's ladder is read every few minutes, so a cache of five seconds hides nothing. */
  getLadder: { fresh_ms: 5000, read: ({ db, event }) => listLadder(db, event.id) },
} satisfies Partial<Handlers>
