import type { OverlayPlayer } from '@muster/contract/broadcast'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { formatCount, formatLarge } from '../../lib/text/numbers.ts'
import { listShownTeams, make, makeCrest, paint, type ShownTeam } from '../elements.ts'
import type { Overlay } from './overlay.ts'

function makeHeader({ name, points, rank }: OverlayPlayer, team: ShownTeam): HTMLElement {
  const place = rank === null ? team.name : `${team.name}, ${nameOrdinal(rank)} in points`
  const names = make('div', '', make('h4', '', name), make('span', '', place))
  const header = make(
    'header',
    '',
    names,
    make('b', '', formatCount(points), make('small', '', points === 1 ? 'point' : 'points')),
  )
  header.prepend(makeCrest(team.look))
  return header
}

function makeCharacter({ name, ascendancy, level, main_skill }: NonNullable<OverlayPlayer['character']>): HTMLElement {
  const words = [ascendancy, `level ${level}`, main_skill].filter((text) => text !== '')
  return make('div', 'ch', make('span', 'game', name), make('span', '', words.join(', ')))
}

/** The known figures: an unknown one is left out, and never shown as 0. */
function listFigures({ dps, ehp, delve_depth }: NonNullable<OverlayPlayer['character']>): HTMLElement[] {
  const figures = [
    ['Damage / s', dps === null ? null : formatLarge(dps)],
    ['Effective life', ehp === null ? null : formatLarge(ehp)],
    ['Depth', delve_depth === null ? null : formatCount(delve_depth)],
  ] as const
  return figures.flatMap(([label, value]) =>
    value === null ? [] : [make('div', '', make('dt', '', label), make('dd', '', value))],
  )
}

/** A player, the points that they earned for their team, and their furthest character. */
export function createPlayer(): Overlay {
  const root = make('div', 'ov ov-ply')
  return {
    root,
    draw(state, settings) {
      const { player } = state
      const team = listShownTeams(state, settings).find(({ id }) => id === player?.team_id)
      root.hidden = player === null || team === undefined
      if (player === null || team === undefined) return
      const figures = player.character ? listFigures(player.character) : []
      root.replaceChildren(
        makeHeader(player, team),
        ...(player.character ? [makeCharacter(player.character)] : []),
        ...(figures.length > 0 ? [make('dl', '', ...figures)] : []),
      )
      paint(root, team)
    },
  }
}
