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
}

const general: PageHead = {
  title: 'Muster',
  text: 'Live scores of competitive league events in Path of Exile.',
  picture: null,
}

const readId = (text: string | null): number | null => {
  const id = Number(text)
  return text !== null && /^\d+$/.test(text) && id >= 1 && id <= largestId ? id : null
}

/** Pages of one player, and of the scores of an event. Both show everyone the same. */
const playerPage = /^\/profile\/(\d+)(?:\/|$)/
const eventPage = /^\/(?:scores(?:\/[^/]+)?|streams(?:\/[^/]+)?|rules|team-sort)?$/

/** Whether an address is that of a page about which a chat can say something. */
export const hasHead = (path: string): boolean => playerPage.test(path) || eventPage.test(path)

/** The searches of pages that name a part of an event: a receipt, a selected set, the watched team. */
function readSubject(search: URLSearchParams): CardSubject {
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
  const event = await findEvent(ctx.db, (readId(searchParams.get('event')) as EventId | null) ?? 'current')
  if (!event?.is_public) return general
  const subject = readSubject(searchParams)
  const card = await findCard(ctx, event, subject)
  const picture = new URL(`${ctx.config.public_url}/api/events/${event.id}/card.png`)
  const { objective_id, team_id } = subject
  if (objective_id !== null) picture.searchParams.set('objective', String(objective_id))
  if (team_id !== null) picture.searchParams.set('team', String(team_id))
  // Chats keep a picture by its address.
  picture.searchParams.set('at', String(Math.floor(card.at / 1000)))
  return { title: card.title, text: describeCard(card), picture: picture.href }
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
  const { title, text, picture } = await findHead(ctx, address)
  const properties: readonly (readonly [string, string])[] = [
    ['og:site_name', 'Muster'],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', text],
    ['og:url', nameCanonical(address)],
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
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}" />`,
  ].join('\n    ')
}
