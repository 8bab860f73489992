import { listNewGains, nothingSeen, seeGains, type Seen } from '@muster/domain/broadcast/alert-queue'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { listShownTeams, make, makeCrest, paint, placeChildren, setText, type ShownTeam, shortNameOf } from '../elements.ts'
import { formatLeft, timeGains } from '../times.ts'
import type { Overlay } from './overlay.ts'

/** New points replace the gap for this time. */
const gain_ms = 8000
/** With more teams the abbreviation replaces the name. */
const maxNamed = 6
/** Upper bound for the chosen teams, best first: more cells would be too narrow for their texts. */
const maxTeams = 10

interface Cell {
  readonly root: HTMLElement
  readonly rank: HTMLElement
  readonly name: HTMLElement
  readonly points: HTMLElement
  readonly gap: HTMLElement
}

function makeCell(team: ShownTeam): Cell {
  const [rank, name, points, gap] = [make('span', 'rk'), make('span', 'nm'), make('b'), make('span', 'gp')]
  const root = make('li', '', rank, name, points, gap)
  rank.after(makeCrest(team.look))
  paint(root, team)
  return { root, rank, name, points, gap }
}

/** The standings in one row over the whole width. */
export function createStrip(): Overlay {
  const left = make('b')
  const leftWord = make('span')
  const list = make('ol')
  const root = make('div', 'ov ov-strip', make('div', 'ov-ev', left, leftWord), list)
  let cells = new Map<string, Cell>()
  let seen: Seen | null = null
  const fresh = new Map<number, { points: number; until_ms: number }>()

  function drawCells(teams: readonly ShownTeam[], now_ms: number): void {
    const leader = teams[0]?.points ?? 0
    const next = new Map<string, Cell>()
    for (const team of teams) {
      const id = `${team.id} ${team.look.charge} ${team.look.colours.dark}`
      const cell = cells.get(id) ?? makeCell(team)
      next.set(id, cell)
      setText(cell.rank, String(team.rank ?? ''))
      setText(cell.name, teams.length > maxNamed ? shortNameOf(team) : team.name)
      setText(cell.points, formatCount(team.points ?? 0))
      const gain = fresh.get(team.id)
      const isFresh = gain !== undefined && gain.until_ms > now_ms
      cell.gap.classList.toggle('em', isFresh)
      const behind = (team.points ?? 0) - leader
      setText(cell.gap, isFresh ? formatChange(gain.points) : behind === 0 ? (leader === 0 ? '' : 'leads') : formatCount(behind))
    }
    placeChildren(
      list,
      Array.from(next.values(), (cell) => cell.root),
    )
    cells = next
    root.classList.toggle('many', teams.length > maxNamed)
  }

  return {
    root,
    draw(state, settings, now_ms) {
      const gains = timeGains(state.gains)
      for (const [id, { until_ms }] of fresh) if (until_ms <= now_ms) fresh.delete(id)
      if (seen) {
        for (const { team_id, points } of listNewGains(seen, gains)) {
          fresh.set(team_id, { points: (fresh.get(team_id)?.points ?? 0) + points, until_ms: now_ms + gain_ms })
        }
      }
      seen = seeGains(seen ?? nothingSeen, gains)
      drawCells(listShownTeams(state, settings).slice(0, maxTeams), now_ms)
    },
    tick({ event }, _, moment_ms) {
      const [start_ms, end_ms] = [Date.parse(event.starts_at), Date.parse(event.ends_at)]
      const isBefore = moment_ms < start_ms
      setText(left, moment_ms >= end_ms ? 'Final' : formatLeft((isBefore ? start_ms : end_ms) - moment_ms))
      setText(leftWord, moment_ms >= end_ms ? 'result' : isBefore ? 'to the start' : 'left')
    },
  }
}
