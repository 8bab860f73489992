import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { drawCard } from './draw-card.ts'
import type { CardAt, CardSubject, EventCard } from './card.ts'
import { loadEventCard } from './event-card.ts'

/** A chat asks for the page and then for the picture, and many chats ask at once: they see one state. */
const fresh_ms = 10_000

function findFresh(ctx: Context, event: Row<'events'>, subject: CardSubject): CardAt {
  const key = `${event.id} ${subject.objective_id} ${subject.team_id}`
  const known = ctx.caches.cards.get(key)
  const now = ctx.clock.now()
  if (known && Math.abs(now - known.found_at) < fresh_ms) return known
  const card = loadEventCard(ctx, event, subject)
  const found: CardAt = { found_at: now, card, picture: null }
  ctx.caches.cards.set(key, found)
  card.catch(() => ctx.caches.cards.delete(key))
  return found
}

/** The card of a public event, at most ten seconds old. */
export const findCard = (ctx: Context, event: Row<'events'>, subject: CardSubject): Promise<EventCard> =>
  findFresh(ctx, event, subject).card

/** The picture of the same card. */
export function findPicture(ctx: Context, event: Row<'events'>, subject: CardSubject): Promise<Buffer> {
  const found = findFresh(ctx, event, subject)
  found.picture ??= found.card.then(drawCard)
  // The next call tries again.
  found.picture.catch(() => (found.picture = null))
  return found.picture
}
