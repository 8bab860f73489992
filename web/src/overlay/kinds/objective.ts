import type { OverlayCard } from '@muster/contract/broadcast'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { formatCount } from '../../lib/text/numbers.ts'
import {
  listShownTeams,
  make,
  makeCrest,
  makeFill,
  paint,
  placeChildren,
  setText,
  type ShownTeam,
  shortNameOf,
} from '../elements.ts'
import { formatCountdown } from '../times.ts'
import type { Overlay } from './overlay.ts'

/** Up to this number the parts of a goal are drawn one by one. */
const maxParts = 6
const maxOneColumn = 6
const maxTeams = 10

type TeamResult = OverlayCard['teams'][number]

/** The bar of a team: its parts one by one, or one length. */
function makeBar(card: OverlayCard, { number, is_finished, points }: TeamResult, team: ShownTeam, most: number): HTMLElement {
  const { required_number } = card
  if (required_number !== null && required_number <= maxParts) {
    const done = is_finished ? required_number : Math.min(number, required_number)
    return make(
      'span',
      'ovb',
      ...Array.from({ length: required_number }, (_, place) => makeFill(place < done ? team : undefined)),
    )
  }
  const value = required_number === null ? (most === 0 ? 0 : Math.max(number, points) / most) : number / required_number
  const fill = make('u', `ov-pat p${team.pattern}`)
  paint(fill, team)
  fill.style.width = `${Math.round(100 * (is_finished && required_number !== null ? 1 : Math.min(1, Math.max(0, value))))}%`
  return make('span', 'ovb', make('i', '', fill))
}

function sayResult({ required_number }: OverlayCard, { number, points, is_finished, rank }: TeamResult): string {
  if (required_number === null) return formatCount(number === 0 ? points : number)
  if (is_finished) return rank === null ? 'done' : nameOrdinal(rank)
  return required_number <= maxParts ? `${number} of ${required_number}` : formatCount(number)
}

function makeRow(card: OverlayCard, result: TeamResult, team: ShownTeam, most: number): HTMLElement {
  const row = make(
    'li',
    '',
    make('span', 'nm', shortNameOf(team)),
    makeBar(card, result, team, most),
    make('b', '', sayResult(card, result)),
  )
  row.prepend(makeCrest(team.look))
  paint(row, team)
  return row
}

/** One objective with the progress of every team, furthest first. */
export function createObjective(): Overlay {
  const [category, left, name, list] = [make('span'), make('span'), make('h4', 'game'), make('ol')]
  const above = make('div', 'k', category, left)
  const root = make('div', 'ov ov-obj', make('header', '', above, name), list)
  let rows = new Map<string, HTMLElement>()
  return {
    root,
    draw(state, settings) {
      const { card } = state
      root.hidden = card === null
      if (card === null) return
      setText(name, card.name)
      const teams = new Map(listShownTeams(state, settings).map((team) => [team.id, team]))
      const results = card.teams.filter(({ team_id }) => teams.has(team_id)).slice(0, maxTeams)
      root.classList.toggle('two', results.length > maxOneColumn)
      const most =
        card.required_number === null ? Math.max(0, ...results.map(({ number, points }) => Math.max(number, points))) : 0
      const next = new Map<string, HTMLElement>()
      for (const result of results) {
        const team = teams.get(result.team_id)
        if (!team) continue
        const key = JSON.stringify([card.required_number, most, result, shortNameOf(team), team.look, team.pattern])
        next.set(key, rows.get(key) ?? makeRow(card, result, team, most))
      }
      placeChildren(list, [...next.values()])
      rows = next
    },
    tick({ card }, _, moment_ms) {
      if (card === null) return
      const closes_ms = card.closes_at === null ? null : Date.parse(card.closes_at)
      const isOpen = closes_ms !== null && closes_ms > moment_ms
      above.classList.toggle('no', !isOpen)
      setText(category, card.category)
      setText(left, isOpen ? `${formatCountdown(closes_ms - moment_ms)} left` : closes_ms === null ? '' : 'closed')
    },
  }
}
