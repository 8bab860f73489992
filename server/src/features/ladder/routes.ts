import type { Handlers } from '../../call.ts'
import { timeOfHour } from './hour.ts'
import { listPastLadder } from './past-ladder.ts'
import { listLadder } from './store.ts'
import { findUsesVersion, loadUses } from './uses.ts'

export const ladderRoutes = {
  /** The game's ladder is read every few minutes, so a cache of five seconds hides nothing. */
  getLadder: {
    fresh_ms: 5000,
    read: ({ db, event, query }) => {
      const at = timeOfHour(event, query.hours_after_event_start)
      return at === null ? listLadder(db, event.id) : listPastLadder(db, event, at)
    },
  },

  /** Builds are stored at most once in five minutes for each character. */
  getLadderUses: {
    fresh_ms: 15_000,
    readVersion: ({ db, event, query }) => findUsesVersion(db, event.id, timeOfHour(event, query.hours_after_event_start)),
    read: ({ db, event, query }) => loadUses(db, event.id, timeOfHour(event, query.hours_after_event_start)),
  },
} satisfies Partial<Handlers>
