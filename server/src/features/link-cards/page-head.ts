import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { largestId } from '@muster/contract/ids'
import type { Context } from '../../context.ts'
import { escapeMarkup } from '../../markup.ts'
import { findEvent } from '../events/store.ts'
import { findMinimalUser } from '../users/store.ts'
import { cardSize } from './draw-card.ts'
import type { CardSubject } from './card.ts'
import { describeCard } from './event-card.ts'
import { findCard } from './find-card.ts'

/** The title, text and picture that a chat shows for a link. */
interface PageHead {
  readonly title: string
  readonly text: string
  /** Address of a picture, null for none. */
  readonly picture: string | null
  /** The event of the page, if visitors may see it. */
  readonly event_id: EventId | null
}

const general: PageHead = {
  title: 'Muster',
  text: 'Live scores of competitive league events in Path of Exile.',
  picture: null,
  event_id: null,
}

const readId = (text: string | null): number | null => {
  const id = Number(text)
  return text !== null && /^\d+$/.test(text) && id >= 1 && id <= largestId ? id : null
}

/** Pages of one player, and of the scores of an event. Both show everyone the same. */
const playerPage = /^\/profile\/(\d+)(?:\/|$)/
const eventPage = /^\/(?:scores(?:\/[^/]+)?|streams(?:\/[^/]+)?|rules|team-sort)?$/

/** Whether a path leads to a page of an event. */
export const isEventPage = (path: string): boolean => eventPage.test(path)

/** The event that an address names; without one the current event. */
export const eventOf = (search: URLSearchParams): EventId | 'current' =>
  (readId(search.get('event')) as EventId | null) ?? 'current'

/** Whether an address leads to a page for which a chat can show more than its name. */
export const hasHead = (path: string): boolean => playerPage.test(path) || eventPage.test(path)

/** Reads the part of an event that the query of a page names: a receipt, a selected set, the watched team. */
export function readSubject(search: URLSearchParams): CardSubject {
  const [objective = null, team = null] = search.get('receipt')?.split('-') ?? []
  return {
    objective_id: readId(objective ?? search.get('set')) as ObjectiveId | null,
    team_id: readId(team ?? search.get('team')) as TeamId | null,
  }
}

async function findHead(ctx: Context, { pathname, searchParams }: URL): Promise<PageHead> {
  const player = readId(playerPage.exec(pathname)?.[1] ?? null)
  if (player !== null) {
    const user = await findMinimalUser(ctx.db, player as UserId)
    return user
      ? { ...general, title: user.display_name, text: 'Events, characters and finds of this player on Muster.' }
      : general
  }
  if (!eventPage.test(pathname)) return general
  const event = await findEvent(ctx.db, eventOf(searchParams))
  if (!event?.is_public) return general
  const subject = readSubject(searchParams)
  const card = await findCard(ctx, event, subject)
  const picture = addressPicture(ctx, event.id, subject, card.at)
  return { title: card.title, text: describeCard(card), picture, event_id: event.id }
}

/** The address of the picture of a card. */
export function addressPicture(ctx: Context, event_id: EventId, { objective_id, team_id }: CardSubject, at: number): string {
  const picture = new URL(`${ctx.config.public_url}/api/events/${event_id}/card.png`)
  if (objective_id !== null) picture.searchParams.set('objective', String(objective_id))
  if (team_id !== null) picture.searchParams.set('team', String(team_id))
  // Chats keep a picture by its address.
  picture.searchParams.set('at', String(Math.floor(at / 1000)))
  return picture.href
}

/** The link by which sites find out how to embed a page of an event (oembed.com, section 4). */
function linkEmbedding(ctx: Context, canonical: string): string {
  const call = new URL(`${ctx.config.public_url}/api/oembed`)
  call.searchParams.set('url', canonical)
  return `<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(call.href)}" />`
}

/** The parts of an address that choose what its page shows, in one order. */
const namedParts = ['event', 'receipt', 'set', 'team']

function nameCanonical(address: URL): string {
  const canonical = new URL(address.origin)
  canonical.pathname = address.pathname
  for (const name of namedParts) {
    const value = address.searchParams.get(name)
    if (value !== null && /^\d+(?:-\d+)?$/.test(value)) canonical.searchParams.set(name, value)
  }
  return canonical.href
}

/** The elements for the head of a page that describe it to programs (Open Graph, and the few names of its own that X reads). */
export async function writeHead(ctx: Context, url: string): Promise<string> {
  const [path = '/', query = ''] = url.split('?', 2)
  const address = new URL(ctx.config.public_url)
  // Not resolved against the address: a path with two slashes would name a host.
  address.pathname = path
  address.search = query
  const { title, text, picture, event_id } = await findHead(ctx, address)
  const canonical = nameCanonical(address)
  const properties: readonly (readonly [string, string])[] = [
    ['og:site_name', 'Muster'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', text],
    ['og:url', canonical],
    ...(picture === null
      ? []
      : ([
          ['og:image', picture],
          ['og:image:width', String(cardSize.width)],
          ['og:image:height', String(cardSize.height)],
          ['og:image:alt', text],
        ] as const)),
  ]
  return [
    `<title>${escapeMarkup(title)}</title>`,
    `<meta name="description" content="${escapeMarkup(text)}" />`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeMarkup(content)}" />`),
    ...(event_id === null ? [] : [linkEmbedding(ctx, canonical)]),
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}" />`,
  ].join('\n    ')
}
