import { describe, expect, test } from 'vitest'
import { discordCommands, planCommands } from './commands.ts'
import { listNextMoments, replyMe, replyNext, replyStandings, replyUnknown } from './replies.ts'

const event = { id: 3, name: 'Autumn *Muster*', url: 'https://muster.test/?event=3' }
const standings = [
  { team_id: 7, name: '@everyone', rank: 1, points: 1234 },
  { team_id: 8, name: '[x](https://evil.test)', rank: 2, points: 10 },
]
const entry = (key: string, title: string, from: number, to: number | null = null) => ({
  key,
  title,
  from,
  to,
  text: '',
  path: '/',
})

describe('answers of commands', () => {
  test('names cannot mention, link or format', () => {
    const text = replyStandings(event, 'Final standings', standings)
    expect(text).toContain(String.raw`1\. \@everyone: 1,234`)
    expect(text).toContain(String.raw`\[x\]\(https\://evil\.test\)`)
    expect(text).toContain(String.raw`Autumn \*Muster\*`)
    expect(replyMe(event, { name: '<@1>', team: null }, [])).toContain(String.raw`\<\@1\>: you are not in a team`)
  })

  test('the next moments come in order of time, without past ones', () => {
    const entries = [
      entry('event-3-signups-open', 'Autumn: signups open', 100),
      entry('event-3-play', 'Autumn', 3000, 9000),
      entry('event-3-objectives-1-4000-6000', 'Autumn: Dailies: 2 objectives', 4000, 6000),
      entry('event-3-objectives-1-1000-end', 'Autumn: Bosses', 1000),
    ]
    expect(listNextMoments(entries, 500)).toEqual([
      { at: 1000, text: 'Autumn: Bosses opens' },
      { at: 3000, text: 'Autumn starts' },
      { at: 4000, text: 'Autumn: Dailies: 2 objectives opens' },
      { at: 6000, text: 'Autumn: Dailies: 2 objectives closes' },
      { at: 9000, text: 'Autumn ends' },
    ])
    expect(listNextMoments(entries, 9000)).toEqual([])
    expect(replyNext(event, [{ at: 90_500, text: 'a_b' }])).toContain(String.raw`<t:90:f> (<t:90:R>): a\_b`)
    expect(replyNext(event, [])).toContain('Nothing else opens or closes')
  })

  test('a person reads their team, its rank and its points', () => {
    const team = { id: 8, name: 'Falcons', is_lead: true }
    expect(replyMe(event, { name: 'Tansy', team }, standings)).toContain('Tansy: **Falcons** (lead), rank 2 of 2 with 10 points.')
    expect(replyMe(event, { name: 'Tansy', team }, [])).toContain('no points yet')
    expect(replyUnknown('https://muster.test/settings')).toContain('<https://muster.test/settings>')
  })

  test('the longest names fit into a message', () => {
    const long = Array.from({ length: 60 }, (_, at) => ({ team_id: at, name: '*'.repeat(100), rank: at + 1, points: 1e9 }))
    expect(replyStandings(event, '', long).length).toBeLessThanOrEqual(2000)
    const moments = Array.from({ length: 5 }, () => ({ at: 1e13, text: '*'.repeat(1000) }))
    expect(replyNext({ ...event, name: 'x' }, moments).length).toBeLessThanOrEqual(2000)
  })
})

describe('registering commands', () => {
  test('changes only what differs, and nothing that belongs to other programs', () => {
    expect(planCommands([]).map(({ name, before }) => [name, before])).toEqual([
      ['standings', null],
      ['next', null],
      ['me', null],
    ])
    const other = { name: 'roll', description: 'Dice' }
    expect(planCommands([...discordCommands, other])).toEqual([])
    expect(planCommands([{ name: 'me', description: 'old' }, ...discordCommands.slice(0, 2)])).toMatchObject([
      { name: 'me', before: 'old' },
    ])
  })
})
