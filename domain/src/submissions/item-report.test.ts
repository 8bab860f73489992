import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsAtOnce, freshReport_ms, identifyItem, judgeDouble, readReportedText } from './item-report.ts'

const read = (...lines: string[]) => {
  const reported = readReportedText(lines.join('\n'))
  if (!reported.ok) throw new Error(reported.reason)
  return reported
}
const line = '--------'
const head = ['Item Class: Rings', 'Rarity: Rare', 'Gale Loop', 'Ruby Ring', line, 'Item Level: 79', line]
const plain = ['+25% to Fire Resistance (implicit)', line, '+60 to maximum Life', '+31% to Cold Resistance']
/** The same item, copied with Ctrl+Alt+C. */
const detailed = [
  '{ Implicit Modifier — Elemental, Fire, Resistance }',
  '+25(20-30)% to Fire Resistance (implicit)',
  line,
  '{ Prefix Modifier "Virile" (Tier: 5) — Life }',
  '+60(60-69) to maximum Life',
  '{ Suffix Modifier "of the Seal" (Tier: 4) — Elemental, Cold, Resistance }',
  '+31(30-35)% to Cold Resistance',
]
const identify = (...lines: string[]) => identifyItem(read(...lines).item)

describe('the identity of an item', () => {
  it('is the same with a note, and with the ranges of its modifiers', () => {
    const identity = identify(...head, ...plain)
    expect(identify(...head, ...plain, line, 'Note: ~price 3 divine')).toBe(identity)
    expect(identify(...head, ...detailed)).toBe(identity)
  })

  it('is the same if one modifier has several lines, which only the detailed text shows as one', () => {
    const hybrid = ['{ Prefix Modifier "Hybrid" (Tier: 1) }', '+25(20-30) to maximum Life', '12(10-14)% increased Armour']
    const detail = [...detailed, ...hybrid]
    const lines = [...plain, '+25 to maximum Life', '12% increased Armour']
    expect(identify(...head, ...detail)).toBe(identify(...head, ...lines))
  })

  it('differs by one number of one modifier, and by level', () => {
    const identity = identify(...head, ...plain)
    expect(identify(...head, ...plain.with(2, '+61 to maximum Life'))).not.toBe(identity)
    expect(identify(...head.with(5, 'Item Level: 80'), ...plain)).not.toBe(identity)
  })

  it('of a stack does not depend on its size', () => {
    const stack = (size: string) =>
      identify('Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb', line, `Stack Size: ${size}`)
    expect(stack('3/20')).toBe(stack('1,204/5,000'))
  })

  it('does not depend on the order of fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (item) => {
        const turned = Object.fromEntries(Object.entries(item).toReversed())
        expect(identifyItem(turned)).toBe(identifyItem(item))
      }),
    )
  })
})

describe('an item with the identity of an earlier one', () => {
  const rare = [...head, ...plain]
  const stack = ['Item Class: Stackable Currency', 'Rarity: Currency', 'Chaos Orb', line, 'Stack Size: 3/20']
  const pending = { user_id: 1, approval_status: 'PENDING' } as const

  it.each([
    ['a rare with modifiers', rare, 'refused'],
    ['a unique', head.with(1, 'Rarity: Unique').concat(plain), 'flagged'],
    ['a plain item', ['Item Class: Rings', 'Rarity: Normal', 'Ruby Ring', line, 'Item Level: 79'], 'flagged'],
    ['a stack', stack, 'new'],
  ] as const)('of the same player: %s is %s', (_, lines, double) => {
    expect(judgeDouble(read(...lines).item, 1, [pending])).toBe(double)
  })

  it.each([
    ['another player', [{ ...pending, user_id: 2 }], 'flagged'],
    ['another player and this one', [{ ...pending, user_id: 2 }, pending], 'refused'],
    ['this player, approved', [{ ...pending, approval_status: 'APPROVED' }], 'refused'],
    ['this player, rejected', [{ ...pending, approval_status: 'REJECTED' }], 'flagged'],
    ['nobody', [], 'new'],
  ] as const)('reported by %s', (_, earlier, double) => {
    expect(judgeDouble(read(...rare).item, 1, earlier)).toBe(double)
  })
})

it('the error for a text that is not an item names the line', () => {
  expect(readReportedText('hello')).toMatchObject({ ok: false, line: 1 })
})

it.each([
  ['a fresh report counts at once where the event says so', 'honour', {}, 'reported'],
  ['at the last moment', 'honour', { happened_at: -freshReport_ms }, 'reported'],
  ['an older one waits', 'honour', { happened_at: -freshReport_ms - 1 }, null],
  ['a doubled one waits', 'honour', { is_double: true }, null],
  ['a submission with proof always waits', 'honour', { objective_type: 'SUBMISSION', is_trusted: true }, null],
  ['a report waits where judges review', 'reviewed', {}, null],
  ['a trusted player’s report is confirmed by the rule', 'reviewed', { is_trusted: true }, 'confirmed'],
  ['also where reports count at once', 'honour', { is_trusted: true }, 'confirmed'],
  ['but an older one waits', 'reviewed', { is_trusted: true, happened_at: -freshReport_ms - 1 }, null],
  ['and a suspect one', 'honour', { is_trusted: true, is_suspect: true }, null],
  ['and a doubled one', 'reviewed', { is_trusted: true, is_double: true }, null],
] as const)('%s', (_, rule, more, expected) => {
  const report = {
    objective_type: 'ITEM',
    is_double: false,
    is_suspect: false,
    is_trusted: false,
    happened_at: 0,
    now: 0,
  } as const
  expect(countsAtOnce(rule, { ...report, ...more })).toBe(expected)
})
