import type { OverlayState } from '@muster/contract/broadcast'
import { formatCount } from '../../lib/text/numbers.ts'
import { listShownTeams, make, makeCrest, paint, type ShownTeam } from '../elements.ts'
import type { Overlay } from './overlay.ts'

function makeSide(team: ShownTeam, className: string): HTMLElement {
  const side = make('div', className, make('span', 'nm', team.name), make('b', '', formatCount(team.points ?? 0)))
  side.prepend(makeCrest(team.look))
  paint(side, team)
  return side
}

function makeCategory({ name, teams }: OverlayState['categories'][number], sides: readonly ShownTeam[]): HTMLElement {
  const sums = sides.map(({ id }) => teams.find(({ team_id }) => team_id === id)?.points ?? 0)
  const best = Math.max(...sums)
  const isEven = sums.every((sum) => sum === best)
  const numbers = sides.map((team, place) => {
    const number = make('dd', sums[place] === best && !isEven ? 'w' : '', formatCount(sums[place] ?? 0))
    paint(number, team)
    return number
  })
  return make('div', '', make('dt', '', name), ...numbers)
}

/** Two teams beside each other: the first two of the address, otherwise of the standings. */
export function createHeadToHead(): Overlay {
  const root = make('div', 'ov ov-h2h')
  return {
    root,
    draw(state, settings) {
      const shown = listShownTeams(state, settings)
      const order = settings.team_ids
      // In the order of the address, so that the teams keep their sides.
      const sides = (order.length > 0 ? [...shown].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) : shown).slice(0, 2)
      const [one, two] = sides
      root.hidden = !one || !two
      if (!one || !two) return
      const apart = Math.abs((one.points ?? 0) - (two.points ?? 0))
      const middle = make(
        'div',
        'mid',
        make('b', '', apart === 0 ? '=' : formatCount(apart)),
        make('span', '', apart === 0 ? 'level' : 'apart'),
      )
      const categories = state.categories.map((category) => makeCategory(category, sides))
      root.replaceChildren(makeSide(one, 'a'), middle, makeSide(two, 'z'), make('dl', '', ...categories))
    },
  }
}
