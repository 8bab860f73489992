import type { LadderEntry } from '@muster/contract/ladder'
import type { TwitchStream } from '@muster/contract/streams'
import { expect, test } from 'vitest'
import { findBestCharacter, groupStreams, listOffline, readThumbnail } from './list-streams.ts'

const stream = (id: string, backend_user_id: number, viewer_count: number) =>
  ({ id, backend_user_id, viewer_count, user_login: `login${id}` }) as unknown as TwitchStream
const entry = (fields: object) => ({ level: 1, experience: 0, twitch_account: null, ...fields }) as unknown as LadderEntry

test('streams are grouped in the order of the teams, most viewers first, strangers last', () => {
  const streams = [stream('a', 1, 5), stream('b', 2, 50), stream('c', 3, 7), stream('d', 1, 9)]
  const teamOf = (user: number) => ({ 1: 20, 2: 10 })[user]
  expect(groupStreams(streams, [20, 10, 30], teamOf).map((one) => [one.team_id, one.streams.map(({ id }) => id)])).toEqual([
    [20, ['d', 'a']],
    [10, ['b']],
    [null, ['c']],
  ])
})

test.each([
  ['https://x.example/{width}x{height}.jpg', 'https://x.example/340x170.jpg'],
  ['data:image/svg+xml,{width}', 'data:image/svg+xml,340'],
  ['http://x.example/{width}.jpg', null],
  ['javascript:alert(1)', null],
  ['', null],
])('the picture of %j is %j', (template, expected) => {
  expect(readThumbnail(template, 340, 170)).toBe(expected)
})

test('the highest character is shown for its player', () => {
  const ladder = [entry({ user_id: 1, level: 70 }), entry({ user_id: 1, level: 90 }), entry({ user_id: 2, level: 99 })]
  expect(findBestCharacter(ladder, 1)?.level).toBe(90)
  expect(findBestCharacter(ladder, 3)).toBeUndefined()
})

test('a live player is not listed as offline, in any spelling of the name', () => {
  const ladder = [
    entry({ twitch_account: 'LoginA' }),
    entry({ twitch_account: 'zed' }),
    entry({ twitch_account: 'bob' }),
    entry({}),
  ]
  expect(listOffline(ladder, [stream('a', 1, 5)])).toEqual(['bob', 'zed'])
})
