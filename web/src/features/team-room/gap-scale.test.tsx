import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TeamView } from '../../api/scores/event.ts'
import { assignTeamLooks } from '../../lib/teams/team-looks.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { GapScale } from './gap-scale.tsx'

const teams = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, name: `Team ${index + 1}`, color: '' }))
const looks = assignTeamLooks(teams)
const show = (points: readonly number[]) =>
  render(
    <GapScale
      teams={teams.slice(0, points.length).map((team, index) => ({
        team: { ...team, abbreviation: `T${team.id}`, look: looks.get(team.id), logo: null, is_own: index === 1 } as TeamView,
        points: points[index] ?? 0,
      }))}
    />,
  )
/** Each row: its texts, and the position of its mark in percent. */
const readRows = () =>
  [...document.querySelectorAll('li')].map((row) => [
    row.querySelector('small')?.textContent,
    row.querySelector('b')?.textContent,
    Number.parseFloat(row.querySelector('i')?.style.left ?? ''),
  ])

test.each([
  ['nearly equal', [634, 633], [100, 0]],
  ['partly equal', [634, 634, 634, 633], [100, 100, 100, 0]],
  ['negative', [5, -5, -15], [100, 50, 0]],
  ['huge', [2_000_000_000, 1_000_000_000, 0], [100, 50, 0]],
  ['of twelve teams', [100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 0], [100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 0]],
])('points that are %s have a row for each team, with its mark inside the scale', (_, points, marks) => {
  show(points)
  expect(readRows()).toEqual(points.map((sum, index) => [`T${index + 1}`, formatCount(sum), marks[index]]))
})

test.each([[[]], [[20]], [[20, 20, 20]]])('points of %j have no scale', (points) => {
  show(points)
  expect(screen.queryByRole('img')).toBeNull()
})
