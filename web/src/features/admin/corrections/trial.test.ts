import { describe, expect, it } from 'vitest'
import { readCorrectionSearch } from './correction-search.ts'
import { type CorrectionValues, isComplete, isNumberFor, toTrial } from './trial.ts'

const values = (more: Partial<CorrectionValues>): CorrectionValues => ({
  kind: 'interval',
  objective_id: '',
  team_id: '',
  user_id: '',
  number: '',
  proof: '',
  timestamp: '',
  from: '',
  to: '',
  reason: ' the game was down ',
  public_note: '',
  ...more,
})
const from = '2026-11-21T10:00:00.000Z'
const to = '2026-11-21T11:00:00.000Z'

describe('the form’s request', () => {
  it('is a fact with its number and, if no time is given, without one', () => {
    const filled = values({ kind: 'addition', objective_id: '5', team_id: '2', user_id: '20', number: '−3' })
    expect(toTrial(filled, 77)).toEqual({
      kind: 'add',
      addition: {
        objective_id: 5,
        team_id: 2,
        user_id: 20,
        number: -3,
        timestamp: null,
        reason: 'the game was down',
        public_note: '',
      },
    })
  })

  it('gives points with a link to a proof, or takes them', () => {
    const filled = values({ kind: 'points', team_id: '2', number: ' −40 ', proof: ' https://clips.test/1 ', objective_id: '5' })
    expect(toTrial(filled, null)).toEqual({
      kind: 'points',
      points: {
        team_id: 2,
        user_id: null,
        points: -40,
        reason: 'the game was down',
        public_note: '',
        proof: 'https://clips.test/1',
      },
    })
  })

  it('holds only the fields of its kind, even if others were filled in before', () => {
    const typed = values({ objective_id: '5', team_id: '2', user_id: '20', number: '3', from, to })
    const rest = { reason: 'the game was down', public_note: '' }
    const excluded = (kind: CorrectionValues['kind']) => toTrial({ ...typed, kind }, 77)
    expect(excluded('fact')).toEqual({
      kind: 'exclude',
      exclusion: { kind: 'fact', fact: 77, objective_id: null, team_id: null, user_id: null, from: null, to: null, ...rest },
    })
    expect(excluded('tab')).toMatchObject({ exclusion: { fact: 77, objective_id: 5, team_id: null, user_id: null, from, to } })
    expect(excluded('player')).toMatchObject({ exclusion: { fact: null, objective_id: 5, team_id: null, user_id: 20, from, to } })
    expect(excluded('interval')).toMatchObject({
      exclusion: { fact: null, objective_id: 5, team_id: 2, user_id: null, from, to },
    })
  })
})

it.each<[Partial<CorrectionValues>, boolean]>([
  [{ kind: 'fact' }, true],
  [{ kind: 'player' }, false],
  [{ kind: 'player', user_id: '4' }, true],
  [{ kind: 'interval', from }, false],
  [{ kind: 'interval', from, to }, true],
  [{ kind: 'addition', objective_id: '1', team_id: '2', number: 'x' }, false],
  [{ kind: 'addition', objective_id: '1', team_id: '2', number: '0' }, true],
])('%j is complete: %s', (more, expected) => {
  expect(isComplete(values(more))).toBe(expected)
})

it.each([
  ['7', true, true],
  [' -7 ', true, true],
  ['+7', true, true],
  ['0', true, false],
  ['1000001', true, false],
  ['7.5', false, false],
  ['', false, false],
  ['1e3', false, false],
])('%j is a number for an entry: %s, for points: %s', (text, forEntry, forPoints) => {
  expect([isNumberFor('addition', text), isNumberFor('points', text)]).toEqual([forEntry, forPoints])
})

it('ignores unknown values of the address', () => {
  expect(readCorrectionSearch({ fact: '12', new: true, objective: 'x', state: 'gone' })).toEqual({
    fact: 12,
    new: true,
    objective: undefined,
    for_team: undefined,
    state: undefined,
  })
})
