import { formatCount } from '../../lib/text/numbers.ts'
import { listShownTeams, make, makeCrest, paint, setText } from '../elements.ts'
import { formatLeft } from '../times.ts'
import type { Overlay } from './overlay.ts'

/** The standings of an event as a table for other sites, with a link to the whole board. */
export function createEmbed(): Overlay {
  const [title, state, list] = [make('a'), make('span'), make('ol')]
  title.target = '_blank'
  title.rel = 'noopener'
  const root = make('main', 'ov ov-emb', make('header', '', make('h1', '', title), state), list)
  return {
    root,
    draw(given, settings) {
      const { event } = given
      setText(title, event.name)
      title.href = `/scores?event=${event.id}`
      const teams = listShownTeams(given, settings)
      const most = Math.max(0, ...teams.map(({ points }) => points ?? 0))
      list.replaceChildren(
        ...teams.map((team) => {
          const fill = make('u')
          fill.style.width = `${most === 0 ? 0 : Math.max(0, Math.round((100 * (team.points ?? 0)) / most))}%`
          const row = make(
            'li',
            '',
            make('span', 'rk', String(team.rank ?? '')),
            make('span', 'nm', team.name),
            make('span', 'bar', fill),
            make('b', '', formatCount(team.points ?? 0)),
          )
          row.firstChild?.after(makeCrest(team.look))
          paint(row, team)
          return row
        }),
      )
    },
    tick({ event }, _, moment_ms) {
      const [start_ms, end_ms] = [Date.parse(event.starts_at), Date.parse(event.ends_at)]
      const isOver = moment_ms >= end_ms
      const isBefore = moment_ms < start_ms
      const left = formatLeft((isBefore ? start_ms : end_ms) - moment_ms)
      setText(state, isOver ? 'Final standings' : isBefore ? `Starts in ${left}` : `${left} left`)
    },
  }
}
