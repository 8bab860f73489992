import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isOfGame, lineLength, readLogLine, writeLogLine } from './log-line.ts'

const head = '2024/12/07 09:30:49 1607543015 3ef2336d [INFO Client 35484] '
const stamp = { logged: '2024/12/07 09:30:49', uptime_ms: 1607543015 }

describe('a line of a known form', () => {
  it.each([
    ['level-up', ': Zahrek (Monk) is now level 2', { kind: 'level', character: 'Zahrek', value: 'Monk', number: 2 }],
    [
      'level-up of a guild member',
      ': <EVIL> Ünicöde_99 (Blood Mage) is now level 100',
      { kind: 'level', character: 'Ünicöde_99', value: 'Blood Mage', number: 100 },
    ],
    ['death', ': BrickToast has been slain.', { kind: 'death', character: 'BrickToast', value: '', number: 0 }],
    [
      'area',
      'Generating level 68 area "MapWorldsStrand" with seed 123',
      { kind: 'area', character: '', value: 'MapWorldsStrand', number: 68 },
    ],
    [
      'area of the campaign',
      'Generating level 1 area "1_1_town" with seed 1',
      { kind: 'area', character: '', value: '1_1_town', number: 1 },
    ],
    [
      'passive',
      'Successfully allocated passive skill id: spells18, name: Spell Damage',
      { kind: 'passive', character: '', value: 'spells18', number: 0 },
    ],
    [
      'last words of a boss',
      'The Searing Exarch: Improbable...!',
      { kind: 'boss', character: '', value: 'searing_exarch', number: 0 },
    ],
  ])('is an event: %s', (_, text, event) => {
    expect(readLogLine(head + text)).toEqual({ ...event, ...stamp })
  })

  it('has level DEBUG for areas', () => {
    const line = '2026/01/01 12:00:00 123 abc [DEBUG Client 42] Generating level 80 area "MapSteppe" with seed 77'
    expect(readLogLine(line)).toMatchObject({ kind: 'area', value: 'MapSteppe', number: 80, uptime_ms: 123 })
  })

  it('is written again in the words of the game, without name tag or seed', () => {
    const written = [
      ': <EVIL> Ada (Witch) is now level 90',
      ': Ada has been slain.',
      'Generating level 3 area "1_1_2" with seed 9',
      'Sirus, Awakener of Worlds: At least I felt something...',
    ].map((text) => {
      const line = readLogLine(head + text)
      return line && writeLogLine(line)
    })
    expect(written).toEqual([
      'Ada (Witch) is now level 90',
      'Ada has been slain.',
      'Generating level 3 area "1_1_2"',
      'Last words of Sirus, Awakener of Worlds',
    ])
  })
})

test.each([
  ['level', 'Ada', 'Gemling Legionnaire', 100, true],
  ['level', 'Ada', 'Witch', 101, false],
  ['level', 'Ada', 'meet me at the docks tonight and bring gold', 90, false],
  ['level', '', 'Witch', 90, false],
  ['death', 'Ada', '', 0, true],
  ['death', 'Ada', 'Bob', 0, false],
  ['area', '', '1_1_town', 1, true],
  ['area', '', 'meet me', 1, false],
  ['passive', 'Ada', 'spells18', 0, false],
  ['boss', '', 'sirus', 0, true],
  ['boss', '', 'xesht', 0, false],
  ['boss', '', 'constructor', 0, false],
] as const)(
  '%s of "%s" with value "%s" and number %i: can be from the game: %s',
  (kind, character, value, number, isPossible) => {
    expect(isOfGame({ kind, character, value, number }, 'poe1')).toBe(isPossible)
  },
)

describe('anything else is not an event', () => {
  it.each([
    ['global chat that imitates', '#Bob: : Ada (Witch) is now level 90'],
    ['party chat', '%Bob: Ada has been slain.'],
    ['trade chat', '$Bob: Generating level 68 area "MapWorldsStrand" with seed 123'],
    ['guild chat', '&<EVIL> Bob: : Ada has been slain.'],
    ['a whisper', '@From <EVIL> Bob: : Ada (Witch) is now level 90'],
    ['an own whisper', '@To Bob: : Ada has been slain.'],
    ['local chat', 'Bob: : Ada (Witch) is now level 90'],
    ['local chat of a name that begins like an event', 'Generating: level 68 area "MapWorldsStrand" with seed 123'],
    ['an address', 'Connecting to instance server at 203.0.113.7:6112'],
    ['absence', ': AFK mode is now ON. Autoreply "Ada has been slain."'],
    ['a name with a space', ': Ada the Great has been slain.'],
    ['text behind', ': Ada has been slain. Really'],
    ['text before', 'x : Ada has been slain.'],
    ['the words of a boss in chat', '#Bob: The Searing Exarch: Improbable...!'],
    ['other words of a boss', 'The Searing Exarch: Improbable...! Really'],
    ['a retreat of the Shaper, of which a fight has three', 'The Shaper: Irrelevant!'],
    [
      'last words of a boss whose name a player may have',
      "Venarius: This isn't over. This will never be over! I will unify humanity!",
    ],
    ['a trade', ': Trade accepted.'],
    ['the name of an area, which follows its id in the language of the client', ': You have entered The Coast.'],
    ['the same in the second game', '[SCENE] Set Source [Испытание Хаоса]'],
    ['a passive that is given back', 'Successfully unallocated passive skill id: shock5, name: Branching Bolts'],
  ])('%s', (_, text) => {
    expect(readLogLine(head + text)).toBeNull()
  })

  it.each([
    ['no head', ': Ada has been slain.'],
    ['a second bracket', `${head}[SHADER] : Ada has been slain.`],
    ['a forged head inside chat', `${head}#Bob: ${head}: Ada has been slain.`],
    ['a date of another form', '07.12.2024 09:30:49 1607543015 3ef2336d [INFO Client 35484] : Ada has been slain.'],
    ['a level that no game has', `${head}: Ada (Witch) is now level 1000`],
    ['a name that is too long', `${head}: ${'a'.repeat(41)} has been slain.`],
    ['a line that is too long', `${head}: ${'a'.repeat(lineLength)} has been slain.`],
  ])('%s', (_, line) => {
    expect(readLogLine(line)).toBeNull()
  })
})

test('no chat, whisper or address is ever an event, whatever its text', () => {
  const name = fc.stringMatching(/^[\p{L}_]{1,20}$/u)
  const event = fc.constantFrom(
    ': Ada (Witch) is now level 90',
    ': Ada has been slain.',
    'Generating level 68 area "MapWorldsStrand" with seed 123',
    'Successfully allocated passive skill id: spells18, name: Spell Damage',
    `${head}: Ada has been slain.`,
  )
  const text = fc.oneof(
    event,
    fc.string(),
    fc.tuple(fc.string(), event).map(([before, after]) => before + after),
  )
  const speaker = fc
    .tuple(fc.constantFrom('@From ', '@To ', '@From <TAG> ', '#', '$', '%', '&', ''), name)
    .map((parts) => parts.join(''))
  const line = fc.oneof(
    fc.tuple(speaker, text).map(([who, said]) => `${who}: ${said}`),
    fc.ipV4().map((address) => `Connecting to instance server at ${address}:6112`),
  )
  fc.assert(fc.property(line, (written) => readLogLine(head + written) === null))
})
