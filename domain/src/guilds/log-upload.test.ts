import type { GuildLogLine, GuildLogPage } from '@muster/contract/guilds'
import { describe, expect, test } from 'vitest'
import { findGaps, findTop, type Stretch } from './log-coverage.ts'
import { readLogPage } from './log-page.ts'
import { cutIntoBatches, previewUpload } from './log-batches.ts'
import { readUpload } from './log-upload.ts'

const aLine = (id: number, seconds: number, line: Partial<GuildLogLine> = {}): GuildLogLine => ({
  id: String(id),
  time: seconds,
  league: 'Winter',
  stash: 'drops',
  item: 'Chaos Orb',
  action: 'added',
  account: { name: 'Ada#1' },
  x: 0,
  y: 0,
  ...line,
})
const aPage = (seconds: readonly number[], truncated = true): GuildLogPage => ({
  entries: seconds.map((at) => aLine(at, at)),
  truncated,
})

describe('a saved upload', () => {
  test.each<[string, unknown, number[], boolean[]]>([
    ['is one answer of the site', aPage([2, 1], false), [2], [false]],
    ['is a list of answers', [aPage([4, 3]), aPage([2, 1], false)], [2, 2], [true, false]],
    ['is a list of lines', [aLine(2, 2), aLine(1, 1)], [2], [true]],
    ['without a flag for older lines may have some', { entries: [aLine(1, 1)] }, [1], [true]],
  ])('%s', (_, value, lengths, truncated) => {
    const read = readUpload(`\uFEFF${JSON.stringify(value)}`)
    if (!read.ok) throw new Error(read.problem)
    expect(read.pages.map(({ entries }) => entries.length)).toEqual(lengths)
    expect(read.pages.map((page) => page.truncated)).toEqual(truncated)
  })

  test.each<[string, string]>([
    ['empty', '  \n'],
    ['not_json', '{"entries": ['],
    ['no_entries', '{"result": 5}'],
    ['no_entries', '[]'],
    ['no_entries', '[{"entries": []}, 5]'],
    ['no_entries', '"entries"'],
    ['cookie', `curl 'https://site.invalid' -H 'Cookie: POESESSID=0123456789abcdef'`],
    ['cookie', JSON.stringify({ ...aPage([1]), headers: { cookie: 'a=b' } })],
    ['cookie', JSON.stringify({ log: { entries: [{ request: { cookies: [] } }] } })],
    ['cookie', 'Set-Cookie: a=b'],
    ['cookie', JSON.stringify({ request: { headers: [{ name: 'Cookie', value: 'a' }] }, ...aPage([1]) })],
    ['cookie', JSON.stringify({ ...aPage([]), entries: [aLine(1, 1, { stash: 'POESESSID=0123456789abcdef0123456789abcdef' })] })],
    ['not_json', '{"entries": [{"stash": "Cookie: 1c each"'],
  ])('is refused as %s: %s', (problem, text) => {
    expect(readUpload(text)).toEqual({ ok: false, problem })
  })

  test.each<Partial<GuildLogLine>>([
    { stash: 'Cookie: 1c each' },
    { stash: 'set-cookie = 5c' },
    { stash: 'POESESSID' },
    { stash: '"cookies": all of them' },
    { item: 'Cookie Jar' },
    { league: 'cookie: the league' },
    { account: { name: 'Cookie' } },
  ])('may contain %j in a line: a name is not a session', (line) => {
    const text = JSON.stringify({ ...aPage([]), entries: [aLine(1, 1, line)] })
    expect(readUpload(text)).toEqual({ ok: true, pages: [{ ...aPage([]), entries: [aLine(1, 1, line)] }] })
  })

  test('keeps only the known properties of a line', () => {
    const read = readUpload(
      JSON.stringify([
        { ...aLine(1, 1), token: 'secret', account: { name: 'Ada#1', realm: 'pc' } },
        { item: 5, action: 'added' },
      ]),
    )
    expect(read).toEqual({
      ok: true,
      pages: [
        {
          entries: [
            aLine(1, 1),
            { id: null, time: null, league: null, stash: null, item: null, action: 'added', account: null, x: null, y: null },
          ],
          truncated: true,
        },
      ],
    })
  })
})

describe('a preview', () => {
  test('counts each line once, names other leagues and gaps between pages', () => {
    const pages = [
      aPage([50, 40]),
      aPage([20, 10]),
      { ...aPage([40, 30]), entries: [aLine(40, 40), aLine(30, 30), aLine(31, 31, { league: 'Standard' }), aLine(0, 5)] },
    ]
    expect(previewUpload(pages, 'Winter', 1_000_000)).toEqual({
      lines: 5,
      foreign: 1,
      unreadable: 1,
      from: 10_000,
      to: 50_000,
      other_leagues: ['Standard'],
      seams: [{ from: 20_000, to: 30_000 }],
    })
  })

  test('is empty for an empty upload', () => {
    expect(previewUpload([], 'Winter', 1_000_000)).toMatchObject({ lines: 0, from: null, to: null, seams: [] })
  })
})

/** The gaps that the server finds in batches, in the order of arrival. */
function findGapsOf(batches: readonly GuildLogPage[]) {
  let before: Parameters<typeof findTop>[1] = null
  const stretches: Stretch[] = []
  for (const batch of batches) {
    const { extent, is_truncated, follows } = readLogPage(batch, 'Winter', 10_000_000)
    if (!extent) continue
    stretches.push({ oldest_at: extent.oldest_at, covers_until: findTop(extent, follows ? before : null), is_truncated })
    before = { oldest_entry_id: extent.oldest_entry_id, oldest_at: extent.oldest_at, is_truncated }
  }
  return findGaps(stretches, 0, 10_000_000)
}

describe('batches', () => {
  const asked = { most: 3, follow: false, latest_at: 10_000_000 }

  test('hold every line, are small, and leave no gap between them', () => {
    const page = aPage([9, 8, 7, 6, 5, 4, 3, 2, 1], false)
    const batches = cutIntoBatches([page], asked)
    expect(batches.every(({ entries }) => entries.length <= 3)).toBe(true)
    expect(new Set(batches.flatMap(({ entries }) => entries.map(({ id }) => id)))).toEqual(
      new Set(page.entries.map(({ id }) => id)),
    )
    expect(findGapsOf(batches)).toEqual([])
  })

  test('of pages that were not saved in sequence show the gap', () => {
    const pages = [aPage([900, 850, 840, 800]), aPage([300, 200, 100], false)]
    expect(findGapsOf(cutIntoBatches(pages, asked))).toEqual([{ from: 300_000, to: 800_000 }])
    expect(findGapsOf(cutIntoBatches(pages.toReversed(), asked))).toEqual([{ from: 300_000, to: 800_000 }])
  })

  test('of pages that were saved in sequence leave no gap, even without a shared line', () => {
    const pages = [aPage([300, 200, 100], false), aPage([900, 850, 840, 800])]
    expect(findGapsOf(cutIntoBatches(pages, { ...asked, follow: true }))).toEqual([])
  })

  test('with one line are one, and unreadable lines are sent to be counted', () => {
    expect(cutIntoBatches([aPage([5])], asked)).toEqual([{ ...aPage([5]), follows: false }])
    expect(cutIntoBatches([{ entries: [aLine(0, 0)], truncated: true }], asked)).toHaveLength(1)
    expect(cutIntoBatches([aPage([])], asked)).toEqual([])
  })
})
