import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { drawCard } from './draw-card.ts'
import type { CardAt, EventCard } from './card.ts'
import { loadEventCard } from './event-card.ts'

/** A chat asks for the page and then for the picture, and many chats ask at once: they see one state. */
const fresh_ms = 10_000

function findFresh(ctx: Context, event: Row<'events'>): CardAt {
  const known = ctx.caches.cards.get(event.id)
  const now = ctx.clock.now()
  if (known && Math.abs(now - known.found_at) < fresh_ms) return known
  const card = loadEventCard(ctx, event)
  const found: CardAt = { found_at: now, card, picture: null }
  ctx.caches.cards.set(event.id, found)
  card.catch(() => ctx.caches.cards.delete(event.id))
  return found
}

/** The card of a public event, at most ten seconds old. */
export const findCard = (ctx: Context, event: Row<'events'>): Promise<EventCard> => findFresh(ctx, event).card

/** The picture of the same card. */
export function findPicture(ctx: Context, event: Row<'events'>): Promise<Buffer> {
  const found = findFresh(ctx, event)
  found.picture ??= found.card.then(drawCard)
  found.picture.catch(() => ctx.caches.cards.delete(event.id))
  return found.picture
}
