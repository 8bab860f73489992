import { expect, it } from 'vitest'
import { findLeagueSharers, type LeagueReader } from './league.ts'

const event: LeagueReader = {
  id: 1,
  name: 'Winter Muster (PL1)',
  game_version: 'poe1',
  start_at: 10,
  end_at: 20,
  is_archived: false,
}

it.each<[string, Partial<LeagueReader>, boolean]>([
  ['the same league at the same time', {}, true],
  ['a name in other letters', { name: ' WINTER  muster (pl1)' }, true],
  ['a name with an invisible character', { name: 'Winter\u200B Muster (PL1)' }, true],
  ['an overlap at its end', { start_at: 19, end_at: 30 }, true],
  ['an overlap at its start', { start_at: 0, end_at: 11 }, true],
  ['a start at its end', { start_at: 20, end_at: 30 }, false],
  ['an end at its start', { start_at: 0, end_at: 10 }, false],
  ['another name', { name: 'Winter Muster (PL2)' }, false],
  ['the other game', { game_version: 'poe2' }, false],
  ['an imported event', { is_archived: true }, false],
  ['the event itself', { id: 1 }, false],
])('%s: shares the league %s', (_, other, shares) => {
  expect(findLeagueSharers(event, [{ ...event, id: 2, ...other }])).toHaveLength(shares ? 1 : 0)
})
