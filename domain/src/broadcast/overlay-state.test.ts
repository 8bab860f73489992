import type { ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { toWireScore } from '../scoring/diff.ts'
import { recordChange } from '../scoring/recorded-change.ts'
import { aCategory, anObjective, aScore } from '../scoring/testing/builders.ts'
import { expect, test } from 'vitest'
import { type KnownPlayer, noChoices, type ProducerChoices, readOverlayState } from './overlay-state.ts'

const items = [
  aCategory({ id: 1 }),
  anObjective({ id: 2, parent_id: 1 }),
  aCategory({ id: 3, parent_id: 1 }),
  anObjective({ id: 4, parent_id: 3 }),
  aCategory({ id: 5, parent_id: 1, view: 'personal' }),
  anObjective({ id: 6, parent_id: 5, aggregation: 'MAXIMUM', valid_to: 200 }),
  anObjective({ id: 7, parent_id: 1, hide_progress: true }),
]
const [red, blue] = [10 as TeamId, 20 as TeamId]
const teams = [red, blue].map((id) => ({ id, name: `Team ${id}`, abbreviation: '', color: '' }))
const player = (id: number, more: Partial<KnownPlayer> = {}): [number, KnownPlayer] => [
  id,
  { id: id as UserId, name: `Player ${id}`, team_id: red, has_card: true, ...more },
]
/** Objective, team, player, points and whether it is finished; the last is the newest. */
const log = [
  [2, red, 71, 10, true],
  [4, red, 71, 5, true],
  [4, blue, 81, 9, true],
  [6, red, 72, 40, true],
  [7, red, 72, 60, false],
  [2, blue, 82, 3, true],
] as const

function readPlayer(choices: Partial<ProducerChoices>, players: readonly [number, KnownPlayer][], moment = 0) {
  const scored = log.map(([objective_id, team_id, user_id, points, finished]) => {
    const score = aScore({ points, finished, user_id, timestamp: 0 })
    return { objective_id, team_id, score, hides: objective_id === 7 }
  })
  const at = (objective: number) => scored.filter(({ objective_id }) => objective_id === objective)
  return readOverlayState({
    items,
    event: { objectives_shown: 'at_once', event_start_time: 0 },
    teams,
    scores: new Map(items.map(({ id }) => [id, new Map(at(id).map(({ team_id, score }) => [team_id, toWireScore(score)]))])),
    changes: scored.map(({ hides, score, ...place }, index) => ({
      ...recordChange({ ...place, before: null, after: score }, index + 1, { before: hides, after: hides }),
      changed_at: new Date(0),
    })),
    choices: { ...noChoices, ...choices },
    moment,
    players: new Map(players),
    writeTime: String,
  }).player
}
const blues = [player(81, { team_id: blue }), player(82, { team_id: blue })]
const all = [player(71), player(72), ...blues]

test('the player with the latest visible points is on the card, with the points and the place in the team', () => {
  expect(readPlayer({}, all)).toEqual({ user_id: 82, name: 'Player 82', team_id: blue, is_pinned: false, points: 3, rank: 2 })
  expect(readPlayer({ pinned_user_id: 71 as UserId }, all)).toMatchObject({ user_id: 71, is_pinned: true, points: 15, rank: 1 })
  // Hidden progress puts no player on the card; the personal total of the same player is revealed at 200.
  expect(readPlayer({ hidden_team_ids: [blue] }, all)).toMatchObject({ user_id: 71, points: 15 })
  expect(readPlayer({ hidden_team_ids: [blue] }, all, 200)).toMatchObject({ user_id: 72, points: 40, rank: 1 })
})

test('hidden objectives count nowhere on the card', () => {
  const pinned_user_id = 71 as UserId
  expect(readPlayer({ pinned_user_id, hidden_objective_ids: [3 as ObjectiveId] }, all)).toMatchObject({ points: 10, rank: 1 })
  expect(readPlayer({ pinned_user_id, hidden_objective_ids: [1 as ObjectiveId] }, all)).toMatchObject({ points: 0, rank: null })
})

test('players without a card, without a team, or of a hidden team are passed over, pinned or not', () => {
  const pinned_user_id = 82 as UserId
  for (const hidden of [player(82, { team_id: blue, has_card: false }), player(82, { team_id: null })]) {
    expect(readPlayer({ pinned_user_id }, [...all, hidden])).toMatchObject({ user_id: 81, is_pinned: false })
  }
  expect(readPlayer({ pinned_user_id, hidden_team_ids: [blue] }, all)).toMatchObject({ user_id: 71 })
  expect(readPlayer({ pinned_user_id, hidden_team_ids: [red, blue] }, all)).toBeNull()
})
