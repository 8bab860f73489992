import type { TeamId, UserId } from '@muster/contract/ids'
import { rowOf } from '@muster/domain/teams/testing/pools'
import { sortVersion } from '@muster/domain/teams/sort'
import { describe, expect, it } from 'vitest'
import {
  addPairs,
  assign,
  beginDraft,
  countChange,
  forgetMoves,
  openDraft,
  readTeams,
  readWishes,
  setLocked,
  settle,
  takeProposal,
} from './sort-draft.ts'
import { aDraft, aPerson } from './test-people.ts'

const ids = (...list: number[]) => list as UserId[]
const [one, two] = [1, 2] as [TeamId, TeamId]
const people = [aPerson(0, { team_lead: true }, { present_team_id: one }), aPerson(1), aPerson(2)]

describe('a draft', () => {
  it('starts with everyone locked in their team', () => {
    expect(beginDraft(people, 3)).toMatchObject({ seed: 3, locks: [{ user_id: 1, team_id: 1 }], moves: [] })
  })

  it('keeps and locks people moved by hand, and unlocks people removed from a team', () => {
    const moved = assign(people, aDraft(people), ids(1, 2), two)
    expect(moved.moves).toEqual([
      { user_id: 1, team_id: 2 },
      { user_id: 2, team_id: 2 },
    ])
    expect(moved.locks.toSorted((a, b) => a.user_id - b.user_id)).toEqual([
      { user_id: 1, team_id: 2 },
      { user_id: 2, team_id: 2 },
    ])
    const out = assign(people, moved, ids(1), null)
    expect(readTeams(people, out).get(1 as UserId)).toBeNull()
    expect(out.locks.map((lock) => lock.user_id)).toEqual([2])
    expect(assign(people, out, ids(1), one).moves.map((move) => move.user_id)).toEqual([2])
  })

  it('locks no player without a team', () => {
    expect(setLocked(people, aDraft(people, { locks: [] }), ids(1, 2), true).locks).toEqual([{ user_id: 1, team_id: 1 }])
    expect(setLocked(people, aDraft(people), ids(1), false).locks).toEqual([])
  })

  it('applies a proposal, except to locked people', () => {
    const placements = [0, 1, 2].map((n) => ({ row: rowOf(n), team_id: two }))
    const draft = aDraft(people)
    const next = takeProposal(people, draft, { seed: 8, wishes: readWishes(draft), placements })
    expect([...readTeams(people, next)]).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ])
    expect(next.made).toMatchObject({ seed: 8, sort_version: sortVersion })
    expect(forgetMoves(people, next)).toMatchObject({ moves: [], made: null, locks: [{ user_id: 1, team_id: 1 }] })
  })

  it('locks everyone with a team after the submission, so that latecomers are sorted around them', () => {
    const draft = aDraft(people, { locks: [], moves: [{ user_id: 2, team_id: 2 }] })
    const placed = people.map((one, n) => ({ ...one, entry: { ...one.entry, present_team_id: n < 2 ? two : null } }))
    expect(settle(placed, draft)).toMatchObject({
      moves: [],
      made: null,
      locks: [
        { user_id: 1, team_id: 2 },
        { user_id: 2, team_id: 2 },
      ],
    })
  })

  it('drops deleted people and teams, and outdated moves', () => {
    const draft = aDraft(people, {
      locks: [
        { user_id: 9, team_id: 1 },
        { user_id: 2, team_id: 5 },
      ],
      apart: [
        [1, 9],
        [1, 2],
      ],
      moves: [
        { user_id: 1, team_id: 1 },
        { user_id: 2, team_id: 2 },
      ],
    })
    const basis = { people, stored: { version: 3, draft }, last: null, fingerprint: '' }
    expect(openDraft(basis, [1, 2], 0)).toMatchObject({ locks: [], apart: [[1, 2]], moves: [{ user_id: 2, team_id: 2 }] })
  })

  it('adds each pair once: together as a chain, apart as all pairs', () => {
    const twice = addPairs(addPairs(aDraft(people), 'apart', ids(2, 1)), 'apart', ids(1, 2, 3))
    expect(twice.apart).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
    ])
    expect(addPairs(aDraft(people), 'together', ids(3, 1, 2)).together).toEqual([
      [1, 2],
      [2, 3],
    ])
  })

  it('counts the changes of a submission', () => {
    const moves = [
      { user_id: 1, team_id: 2 },
      { user_id: 2, team_id: 1 },
    ]
    expect(countChange(people, aDraft(people, { moves }))).toEqual({ added: 1, moved: 1, removed: 0, leads: 1 })
    expect(countChange(people, aDraft(people, { moves: [{ user_id: 1, team_id: null }] }))).toMatchObject({
      removed: 1,
      leads: 1,
    })
  })
})
