import { PublicStashPage } from '@muster/contract/game-api'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from '../ask.ts'
import { readInPieces, readStashPage } from './stash-page.ts'

const question = { schema: PublicStashPage, url: 'https://game.test/public-stash-tabs' }
const everyTab = () => true

const aTab = (id: string, items: readonly unknown[] = [{ verified: false, name: id }]) => ({
  id,
  public: true,
  accountName: 'Exile#0001',
  stash: '~price 1 chaos',
  stashType: 'PremiumStash',
  league: 'Allflame',
  items,
})
const aBody = (tabs: readonly unknown[]) => Buffer.from(JSON.stringify({ next_change_id: '2-2-2-2-2', stashes: tabs }))
const write = (value: unknown) => JSON.stringify(value)

/** The page parsed as a whole, as text, because the order of fields matters. */
function readWhole(body: Buffer): string | null {
  const answer = parseAnswer(question, body.toString('utf8'))
  if (!answer.ok) return null
  const { next_change_id, stashes } = answer.value
  return write({ next_change_id, stashes, isEmpty: stashes.length === 0 })
}

/** Checks that the result equals the page parsed as a whole unless it is null, and that the body is unchanged. */
function expectSame(body: Buffer, piece_bytes: number): void {
  const before = Buffer.from(body)
  const pieces = readInPieces(body, everyTab, piece_bytes)
  if (pieces !== null) expect(write(pieces)).toBe(readWhole(before))
  expect(body.equals(before)).toBe(true)
}

/** Texts that resemble separators between tabs, and starts and ends of pages. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '},{"id":"',
    ']},{"id":"',
    ']}',
    '[',
    '{"id":',
    '"stashes":[',
    '\\',
    '\\"},{"id":"',
    '\u0000',
    '\ud800',
    'é',
    '気',
    '😀',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const nastyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    nastyText,
    fc.double(),
    fc.constantFrom(null, true, -0),
    tie('list'),
    tie('object'),
    tie('tab'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(nastyText, tie('value'), { maxKeys: 3 }),
  /** An object that looks like a tab and may be next to another one. */
  tab: fc.record({ id: nastyText, public: fc.boolean(), items: fc.array(tie('object'), { maxLength: 2 }) }),
}))
const nastyTab = fc
  .tuple(nastyText, nastyText, fc.array(fc.oneof(nastyValue.object, nastyValue.tab), { maxLength: 3 }), nastyValue.value)
  .map(([id, stash, items, more]) => ({ id: `i${id}`, public: true, stash, items, more }))
const nastyBody = fc.array(nastyTab, { maxLength: 5 }).map(aBody)
const pieceSize = fc.integer({ min: 0, max: 300 })

describe('a page parsed in pieces', () => {
  test('equals the page parsed as a whole, for any content of its tabs', () => {
    fc.assert(fc.property(nastyBody, pieceSize, expectSame), { numRuns: 300 })
  })

  test('is equal or refused if bytes are changed or missing', () => {
    const change = fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('{}[],:"\\ 0e\x00\xc3\xff', 'latin1')))
    fc.assert(
      fc.property(
        nastyBody,
        pieceSize,
        fc.array(change, { minLength: 1, maxLength: 2 }),
        fc.nat(),
        (body, piece, changes, cut) => {
          const changed = Buffer.from(body)
          for (const [place, byte] of changes) changed[place % changed.length] = byte
          expectSame(changed, piece)
          const place = cut % body.length
          expectSame(Buffer.concat([body.subarray(0, place), body.subarray(place + 1)]), piece)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is refused if it is truncated at any byte', () => {
    const body = aBody([aTab('a'), aTab('é\n"'), aTab('c', [{ id: 'x', mods: ['}]'] }, { id: 'y' }])])
    for (let length = 0; length < body.length; length++) {
      expect(readInPieces(body.subarray(0, length), everyTab, 0)).toBeNull()
      expect(readStashPage(question, body.subarray(0, length), everyTab)).toMatchObject({ ok: false })
    }
  })

  const tabs = Array.from({ length: 20 }, (_, place) => aTab(`tab-${place}`))
  test.each([
    ["in the game's format", tabs],
    ['with other fields first', tabs.map(({ id, accountName, ...tab }) => ({ accountName, id, ...tab }))],
    ['with texts that look like separators', tabs.map((tab) => ({ ...tab, stash: '"},{"id":"' }))],
    ['with letters of many scripts', tabs.map((tab) => ({ ...tab, stash: 'é気😀' }))],
  ])('%s, is split between any two tabs', (_, shown) => {
    for (const piece_bytes of [0, 150, 1000, 1e6]) {
      expect(readInPieces(aBody(shown), everyTab, piece_bytes)).toEqual({
        next_change_id: '2-2-2-2-2',
        stashes: shown,
        isEmpty: false,
      })
    }
  })

  test('is left to be parsed as a whole if a piece is not a list of tabs', () => {
    const lookalike = aTab('a', [{ mods: [] }, { id: 'looks like a tab' }])
    expect(readInPieces(aBody([lookalike, aTab('b')]), everyTab, 0)).toBeNull()
    expect(readStashPage(question, aBody([lookalike, aTab('b')]), everyTab)).toMatchObject({
      ok: true,
      value: { stashes: [lookalike, aTab('b')] },
    })
  })

  test.each([
    ['nothing between two commas', '{"next_change_id":"2","stashes":[{"id":"a","public":true},,{"id":"b","public":true}]}'],
    ['a comma before the end', '{"next_change_id":"2","stashes":[{"id":"a","public":true},]}'],
    ['no position', '{"next_change_id":"-","stashes":[{"id":"a","public":true}]}'],
    ['a tab without an id', '{"next_change_id":"2","stashes":[{"public":true}]}'],
    ['an item with an invalid shape', '{"next_change_id":"2","stashes":[{"id":"a","public":true,"items":[1]}]}'],
    ['another field at its end', '{"next_change_id":"2","stashes":[{"id":"a","public":true}],"stashes":[1]}'],
  ])('with %s is refused, as the whole page is', (_, text) => {
    expect(readInPieces(Buffer.from(text), everyTab, 0)).toBeNull()
    const { ok, failure } = parseAnswer(question, text) as { ok: false; failure: unknown }
    expect(readStashPage(question, Buffer.from(text), everyTab)).toEqual({ ok, failure })
    expect(ok).toBe(false)
  })
})

test("only wanted tabs of a page are kept, and a page of other players' tabs does not count as empty", () => {
  const body = aBody([aTab('a'), aTab('b'), aTab('c')])
  expect(readStashPage(question, body, ({ id }) => id === 'b')).toEqual({
    ok: true,
    value: { next_change_id: '2-2-2-2-2', stashes: [aTab('b')], isEmpty: false },
  })
  expect(readStashPage(question, body, () => false)).toMatchObject({ value: { stashes: [], isEmpty: false } })
  expect(readStashPage(question, aBody([]), everyTab)).toMatchObject({ value: { stashes: [], isEmpty: true } })
})

test('texts that cannot be stored are cleaned, and reported as for a whole page', () => {
  const cleaned: unknown[] = []
  const body = aBody([aTab('a'), { ...aTab('b'), stash: 'x\0' }])
  const answer = readStashPage({ ...question, onCleaned: (one) => cleaned.push(one) }, body, everyTab)
  expect(answer).toMatchObject({ value: { stashes: [aTab('a'), { ...aTab('b'), stash: 'x\uFFFD' }] } })
  expect(cleaned).toEqual([{ address: '/public-stash-tabs', fields: ['stashes.1.stash'] }])
})
