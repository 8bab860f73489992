import type { EventId } from '@muster/contract/ids'
import { listEmbedHosts } from '@muster/contract/embed-hosts'
import type { OEmbed, OEmbedQuery } from '@muster/contract/oembed'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { escapeMarkup } from '../../markup.ts'
import { Refusal } from '../../refusal.ts'
import { findEvent } from '../events/store.ts'
import { cardSize } from './draw-card.ts'
import { findCard } from './find-card.ts'
import { addressPicture, eventOf, isEventPage, readSubject } from './page-head.ts'

/** The size of the frame if the site sets no bounds, in pixels. */
const frame = { width: 640, height: 400 }
const cacheAge_seconds = 60

/** A part of one of our own pages; null for any other address. */
function readOwnAddress(ctx: Context, text: string): URL | null {
  const address = URL.parse(text)
  if (!address || address.origin !== new URL(ctx.config.public_url).origin) return null
  return isEventPage(address.pathname) ? address : null
}

/**
 * How another page may show an address of the board. Addresses elsewhere, hidden events and unknown ones get the same refusal.
 * @throws Refusal event_not_found, format_refused
 */
export async function describeEmbedding(ctx: Context, query: z.output<typeof OEmbedQuery>): Promise<OEmbed> {
  // Only JSON is served (oembed.com, section 2.3: 501 for other formats).
  if (query.format !== undefined && query.format !== 'json') throw new Refusal('format_refused')
  const address = readOwnAddress(ctx, query.url)
  const event = address && (await findEvent(ctx.db, eventOf(address.searchParams)))
  if (!address || !event?.is_public) throw new Refusal('event_not_found')
  const subject = readSubject(address.searchParams)
  const card = await findCard(ctx, event, subject)
  const { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY } = query
  const fits = cardSize.width <= maxwidth && cardSize.height <= maxheight
  const described: OEmbed = {
    version: '1.0',
    type: 'link',
    title: card.title,
    provider_name: 'Muster',
    provider_url: ctx.config.public_url,
    cache_age: cacheAge_seconds,
    ...(fits && {
      thumbnail_url: addressPicture(ctx, event.id, subject, card.at),
      thumbnail_width: cardSize.width,
      thumbnail_height: cardSize.height,
    }),
  }
  if (listEmbedHosts(event.embed_hosts).length === 0) return described
  const [width, height] = [Math.min(frame.width, maxwidth), Math.min(frame.height, maxheight)]
  const source = addressEmbed(ctx, event.id)
  const html = `<iframe src="${escapeMarkup(source)}" width="${width}" height="${height}" title="${escapeMarkup(card.title)}" loading="lazy" style="border:0"></iframe>`
  return { ...described, type: 'rich', html, width, height }
}

const addressEmbed = (ctx: Context, event_id: EventId) => `${ctx.config.public_url}/embed?event=${event_id}`

/** The sites that may show an address of embedded standings in a frame, as sources of a policy. */
export async function listFrameSources(ctx: Context, url: string): Promise<string[]> {
  const event = await findEvent(ctx.db, eventOf(new URLSearchParams(url.split('?', 2)[1] ?? '')))
  return event?.is_public ? ["'self'", ...listEmbedHosts(event.embed_hosts).map((host) => `https://${host}`)] : ["'self'"]
}
