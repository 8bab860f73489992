import type { OverlayGain, OverlayState } from '@muster/contract/broadcast'
import { keyOfGain, move_ms } from '@muster/domain/broadcast/alert-queue'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { listShownTeams, make, makeCrest, paint, placeChildren, type ShownTeam } from '../elements.ts'
import type { Overlay } from './overlay.ts'

/** More lines than fit on the width. */
const maxLines = 8

function makeLine({ scored_at, objective, points }: OverlayGain, team: ShownTeam, start_ms: number): HTMLElement {
  const line = make(
    'li',
    '',
    make('time', '', formatEventTime(Date.parse(scored_at), start_ms)),
    make('span', 'game', objective),
    make('b', '', formatChange(points)),
  )
  line.firstChild?.after(makeCrest(team.look))
  paint(line, team)
  return line
}

/** The latest points, newest on the left. The row moves once when something is scored, and stands still otherwise. */
export function createTicker(): Overlay {
  const list = make('ol')
  const root = make('div', 'ov ov-tick', make('span', 'lb', 'Latest points'), list)
  let lines = new Map<string, HTMLElement>()
  let isFirst = true

  function listLines(state: OverlayState, teams: readonly ShownTeam[]): Map<string, HTMLElement> {
    const start_ms = Date.parse(state.event.starts_at)
    const byId = new Map(teams.map((team) => [team.id, team]))
    const next = new Map<string, HTMLElement>()
    for (const gain of state.gains) {
      const team = byId.get(gain.team_id)
      const key = `${keyOfGain(gain)} ${gain.objective}`
      if (team && next.size < maxLines) next.set(key, lines.get(key) ?? makeLine(gain, team, start_ms))
    }
    return next
  }

  return {
    root,
    draw(state, settings) {
      const next = listLines(state, listShownTeams(state, settings))
      const added = [...next].filter(([key]) => !lines.has(key)).map(([, line]) => line)
      const roots = [...next.values()]
      if (roots.length !== list.children.length || roots.some((line, place) => list.children[place] !== line)) {
        for (const line of list.children) line.classList.remove('fresh')
        placeChildren(list, roots)
      }
      if (added.length > 0 && !isFirst) {
        for (const line of added) line.classList.add('fresh')
        if (settings.moves) {
          const width = added.reduce((sum, line) => sum + line.offsetWidth, 0)
          const from = `translateX(${-Math.min(width, root.offsetWidth)}px)`
          list.animate({ transform: [from, 'none'] }, { duration: move_ms, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
        }
      }
      isFirst = false
      lines = next
    },
  }
}
