import { describe, expect, it } from 'vitest'
import { readReportedText } from './item-report.ts'
import { listSuspicions, suspectAreas, suspectItem, suspectLevel } from './suspicion.ts'

function read(...lines: string[]) {
  const reported = readReportedText(lines.join('\n'))
  if (!reported.ok) throw new Error(reported.reason)
  return reported
}
function suspect(...lines: string[]) {
  const { item, read: copied } = read(...lines)
  return suspectItem(item, copied.class_id)
}
const line = '--------'
const boots = (...more: string[]) => ['Item Class: Boots', 'Rarity: Rare', 'Gale Stride', 'Iron Greaves', line, ...more]

describe('an item is suspect', () => {
  it.each([
    ['a plain rare', boots('Sockets: R-G-B-R', line, 'Item Level: 84', line, '+60 to maximum Life'), []],
    ['six sockets in boots', boots('Sockets: R-R-R-R-R-R', line, 'Item Level: 84'), ['too_many_sockets']],
    [
      'seven sockets',
      ['Item Class: Body Armours', 'Rarity: Normal', 'Full Plate', line, 'Sockets: R-R-R-R-R-R-R'],
      ['out_of_range', 'too_many_sockets'],
    ],
    ['an item level above any area', boots('Item Level: 101'), ['out_of_range']],
    [
      'a normal item with modifiers',
      [
        'Item Class: Rings',
        'Rarity: Normal',
        'Ruby Ring',
        line,
        'Item Level: 84',
        line,
        '+25% to Fire Resistance (implicit)',
        line,
        '{ Prefix Modifier "Virile" (Tier: 5) — Life }',
        '+60(60-69) to maximum Life',
      ],
      ['normal_with_mods'],
    ],
    [
      'a scarab, whose lines are not modifiers',
      ['Item Class: Map Fragments', 'Rarity: Normal', 'Rusted Reliquary Scarab', line, '50% more Unique Items found in Area'],
      [],
    ],
    [
      'a normal item with its implicit',
      ['Item Class: Rings', 'Rarity: Normal', 'Ruby Ring', line, 'Item Level: 84', line, '+25% to Fire Resistance (implicit)'],
      [],
    ],
  ])('%s', (_, text, expected) => {
    expect(listSuspicions(suspect(...text))).toEqual(expected)
  })

  it('and the suspicion states its evidence', () => {
    expect(suspect(...boots('Item Level: 101'))).toEqual([{ kind: 'out_of_range', field: 'ILVL', value: 101, most: 100 }])
  })
})

describe('an item is above the areas of its player', () => {
  it.each([
    ['by more than a monster and a map can add', 84, 78, ['log_areas_too_low']],
    ['not by less', 83, 78, []],
    ['not if the log shows no areas of that time', 84, null, []],
    ['not if its level is unknown', 0, 10, []],
  ] as const)('%s', (_, item_level, highest_area, expected) => {
    const { item } = read(...boots(...(item_level === 0 ? [] : [`Item Level: ${item_level}`])))
    expect(listSuspicions(suspectAreas(item, highest_area))).toEqual(expected)
  })
})

describe('a reported level is out of order', () => {
  const others = [
    { level: 60, at: 100 },
    { level: 75, at: 200 },
  ]
  it.each([
    ['below an earlier one', { level: 70, at: 300 }, [{ kind: 'level_out_of_order', level: 70, other: 75, at: 200 }]],
    ['above a later one', { level: 80, at: 150 }, [{ kind: 'level_out_of_order', level: 80, other: 75, at: 200 }]],
    ['not between both', { level: 70, at: 150 }, []],
    ['not if it is the same', { level: 75, at: 300 }, []],
  ] as const)('%s', (_, report, expected) => {
    expect(suspectLevel(report, others)).toEqual(expected)
  })
})
