import '../../../messages/admin-team-sort.ts'
import type { TeamId, UserId } from '@muster/contract/ids'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TeamLook } from '../../../lib/teams/team-looks.ts'
import { PeopleList } from './people-list.tsx'
import { aPerson } from './test-people.ts'
import type { SortTeam } from './use-sort.ts'

const look = { colours: { dark: '#fff', light: '#000', light_ink: '#000' }, charge: 'chevron', outlined: false } as TeamLook
const teams: SortTeam[] = ['Lanterns', 'Tides'].map((name, at) => ({
  id: (at + 5) as TeamId,
  name,
  abbreviation: name,
  look,
  logo: null,
  is_own: false,
}))
const actions = { assign: vi.fn(), setLocked: vi.fn(), select: vi.fn(), lead: vi.fn() }
const people = [aPerson(0), aPerson(1), aPerson(2, { partner_name: 'Ben' })]
const show = (more: { selected?: number[]; locked?: number[]; teams?: [number, number | null][] } = {}) =>
  render(
    <PeopleList
      people={people}
      teams={teams}
      teamOf={new Map((more.teams ?? []) as [UserId, TeamId | null][])}
      locked={new Set((more.locked ?? []) as UserId[])}
      selected={new Set((more.selected ?? []) as UserId[])}
      paired={new Set()}
      actions={actions}
    />,
  )
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
beforeEach(() => {
  for (const action of Object.values(actions)) action.mockClear()
})

describe('the keyboard', () => {
  it('puts the person of the row into a team by digit, and out of it by 0', () => {
    show()
    fireEvent.focus(row('Player 2'))
    fireEvent.keyDown(row('Player 2'), { key: '2' })
    fireEvent.keyDown(row('Player 2'), { key: '0' })
    fireEvent.keyDown(row('Player 2'), { key: '7' })
    expect(actions.assign.mock.calls).toEqual([
      [[2], 6],
      [[2], null],
    ])
  })

  it('applies to all selected people if the row is one of them', () => {
    show({ selected: [1, 3] })
    fireEvent.keyDown(row('Player 1'), { key: '1' })
    expect(actions.assign).toHaveBeenCalledWith([1, 3], 5)
  })

  it('locks, selects and moves from row to row', () => {
    show({ locked: [1] })
    fireEvent.keyDown(row('Player 1'), { key: 'l' })
    fireEvent.keyDown(row('Player 1'), { key: ' ' })
    fireEvent.keyDown(row('Player 1'), { key: 'ArrowDown' })
    expect(actions.setLocked).toHaveBeenCalledWith([1], false)
    expect(actions.select).toHaveBeenCalledWith([1], true)
    expect(document.activeElement).toBe(row('Player 2'))
  })

  it('leaves key combinations to the browser', () => {
    show()
    fireEvent.keyDown(row('Player 1'), { key: '1', ctrlKey: true })
    expect(actions.assign).not.toHaveBeenCalled()
  })
})

describe('a row', () => {
  it('assigns by its select, and cannot be locked without a team', () => {
    show({ teams: [[2, 5]] as [number, number][] })
    fireEvent.change(screen.getByLabelText('Team of Player 1'), { target: { value: '6' } })
    expect(actions.assign).toHaveBeenCalledWith([1], 6)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Lock Player 1' }).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Lock Player 2' }))
    expect(actions.setLocked).toHaveBeenCalledWith([2], true)
  })

  it('says when a partner request is not mutual', () => {
    show()
    expect(within(row('Player 3')).getByText('named Ben, who did not name them')).toBeTruthy()
  })
})

it('says so if no person matches', () => {
  render(
    <PeopleList
      people={[]}
      teams={teams}
      teamOf={new Map()}
      locked={new Set()}
      selected={new Set()}
      paired={new Set()}
      actions={actions}
    />,
  )
  expect(screen.getByText('No players match')).toBeTruthy()
})
