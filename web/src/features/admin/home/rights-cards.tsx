import './home.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import type { Event } from '@muster/contract/events'
import type { AdminFigures, ReadinessLine } from '@muster/contract/readiness'
import type { Role } from '@muster/contract/users'
import { type AdminPage, adminPages, type Caller, mayOpen } from '@muster/domain/access'
import { games } from '@muster/domain/events/games'
import { Link } from '@tanstack/react-router'
import { useReadsGame } from '../../../api/live/clock.ts'
import { useEvents } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Empty } from '../../../ui/layout/states.tsx'
import { adminPageOrder, guildPages, linkTo } from '../kit/admin-links.ts'
import { useCaller } from '../kit/use-caller.ts'
import { useReadiness } from './use-readiness.ts'

interface Figure {
  /** null for a page without a number */
  readonly number: number | null
  /** Fills the number in the text below. */
  readonly count?: number
}

/** The one live number of each page. */
function findFigure(page: AdminPage, figures: AdminFigures, lines: readonly ReadinessLine[], events: number): Figure {
  const countOf = (code: ReadinessLine['code']) => lines.find((line) => line.code === code)?.count ?? 0
  switch (page) {
    case 'events':
      return { number: events }
    case 'teams':
      return { number: figures.teams }
    case 'presets':
      return { number: figures.presets }
    case 'objectives':
    case 'definition':
      return { number: figures.objectives }
    case 'item_checks':
      return { number: countOf('item_checks') }
    case 'signups':
      return { number: figures.signups }
    case 'team_sort':
      return { number: countOf('unplaced') }
    case 'submissions':
      return { number: figures.pending_submissions }
    case 'users':
      return { number: figures.users, count: figures.users_with_role }
    case 'jobs':
      return { number: figures.jobs_running, count: figures.jobs_wanted }
    case 'activity':
      return { number: figures.active_players }
    case 'problems':
      return { number: figures.problems }
    case 'tracking':
      return { number: countOf('connections') }
    case 'corrections':
      return { number: figures.waiting_points }
    case 'announcements':
    case 'notices':
    case 'discord':
    case 'broadcast':
    case 'guild':
    case 'guild_logs':
    case 'guild_stashes':
    case 'home':
    case 'invitations':
    case 'team_suggestions':
      return { number: null }
  }
}

type RightName = Role | 'team_lead' | 'team_member'

/** The right by which the viewer opens a page: the first that opens it. */
function findRight(page: AdminPage, { roles, place }: Caller): RightName | undefined {
  const open = adminPages[page] as readonly RightName[]
  return open.find((right) => {
    if (right === 'team_member') return place !== null
    return right === 'team_lead' ? place?.is_team_lead === true : (roles?.includes(right) ?? false)
  })
}

/** Every page that the viewer may open, with its number and the right that opens it. */
export function RightsCards({ event }: { event: Event }) {
  const { figures, lines } = useReadiness(event)
  const events = useEvents().length
  return <Cards event={event} figureOf={(page) => findFigure(page, figures, lines, events)} />
}

/** The same without numbers, for viewers who get none from the server. */
export const PlainCards = ({ event }: { event: Event | null }) => <Cards event={event} figureOf={() => ({ number: null })} />

/** Pages that show only data of the game. */
const pagesOfGame: ReadonlySet<AdminPage> = new Set(['tracking', 'activity', 'guild_stashes'])

function Cards({ event, figureOf }: { event: Event | null; figureOf: (page: AdminPage) => Figure }) {
  const caller = useCaller()
  const readsGame = useReadsGame() ?? true
  const hasGuilds = event === null || games[event.game_version].guild_tabs
  const open = adminPageOrder.flatMap((page) => {
    if (
      (guildPages.has(page) && !hasGuilds) ||
      (pagesOfGame.has(page) && !readsGame) ||
      caller === undefined ||
      !mayOpen(page, caller)
    )
      return []
    const to = linkTo(page, event?.id ?? null)
    return to === null ? [] : [{ page, to, right: findRight(page, caller), figure: figureOf(page) }]
  })
  if (open.length === 0) return <Empty title={t('home.nothingTitle')} text={t('home.nothingText')} />
  return (
    <ul className="home-cards">
      {open.map(({ page, to, right, figure }) => (
        <li key={page}>
          <Link {...to} search={true} className="home-card">
            <h3>{t(`admin.page.${page}`)}</h3>
            {right !== undefined && <span className="home-right">{t(`home.right.${right}`)}</span>}
            {figure.number !== null && <b className="num">{formatCount(figure.number)}</b>}
            <small>{t(`home.card.${page}`, figure.count === undefined ? {} : { count: formatCount(figure.count) })}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
