import type { Handlers } from '../../call.ts'
import { listLadder } from './store.ts'

export const ladderRoutes = {
  /** The game's ladder is read every few minutes; looking again more often than every five seconds shows nothing new. */
  getLadder: { fresh_ms: 5000, read: ({ db, event }) => listLadder(db, event.id) },
} satisfies Partial<Handlers>
