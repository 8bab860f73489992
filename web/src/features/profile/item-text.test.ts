import { describe, expect, test } from 'vitest'
import { parseItemText } from './item-text.ts'

const vest = `Rarity: RARE
Hollow Spark
Chainmail Vest
Armour: 73
Energy Shield: 0
Shaper Item
Item Level: 88
Quality: 20
Sockets: G-B-R B
LevelReq: 62
Implicits: 2
{crafted}+1 to Level of Socketed Gems
+15 to maximum Life
{fractured}+44 to maximum Life
+32% to Lightning Resistance
Fire: this line has a colon
{crafted}{range:0.5}Regenerate 27 Life per second
Corrupted`

describe('the text of an item', () => {
  test('is parsed into the parts of a tooltip', () => {
    expect(parseItemText(vest)).toEqual({
      rarity: 'rare',
      name: 'Hollow Spark',
      base: 'Chainmail Vest',
      quality: 20,
      properties: [
        { name: 'Armour', value: '73' },
        { name: 'Item Level', value: '88' },
        { name: 'LevelReq', value: '62' },
      ],
      sockets: ['GBR', 'B'],
      runes: [],
      influences: ['Shaper'],
      implicits: [
        { kind: 'crafted', text: '+1 to Level of Socketed Gems' },
        { kind: 'plain', text: '+15 to maximum Life' },
      ],
      explicits: [
        { kind: 'fractured', text: '+44 to maximum Life' },
        { kind: 'plain', text: '+32% to Lightning Resistance' },
        { kind: 'plain', text: 'Fire: this line has a colon' },
        { kind: 'crafted', text: 'Regenerate 27 Life per second' },
      ],
      flags: ['Corrupted'],
    })
  })

  test('of the second game names the contents of its sockets', () => {
    const text =
      'Rarity: RARE\nDusk Shroud\nVile Robe\nSockets: S S\nRune: None\nRune: Iron Rune\nImplicits: 1\n{enchant}{rune}+1 to Spirit'
    const { name, base, runes, implicits } = parseItemText(text)
    expect([name, base, runes, implicits.map((mod) => mod.text)]).toEqual([
      'Dusk Shroud',
      'Vile Robe',
      ['', 'Iron Rune'],
      ['+1 to Spirit'],
    ])
  })

  test('of a magic item has one line for its name', () => {
    const item = parseItemText(
      'Rarity: MAGIC\nQuicksilver Flask of Haste\nItem Level: 4\nImplicits: 0\n40% increased Movement Speed',
    )
    expect(item).toMatchObject({ rarity: 'magic', name: 'Quicksilver Flask of Haste', base: '' })
    expect(item.explicits).toHaveLength(1)
  })

  test('shows the lines of the chosen variant only', () => {
    const text =
      'Rarity: UNIQUE\nNews\nRing\nVariant: Old\nVariant: New\nSelected Variant: 2\nImplicits: 0\n{variant:1}old\n{variant:1,2}both\n{variant:2}new'
    expect(parseItemText(text).explicits.map((mod) => mod.text)).toEqual(['both', 'new'])
  })

  test.each(['', '\n\n', 'Rarity: SHINY', 'Implicits: many', 'Rarity:', '<b>bold</b>', 'Implicits: -4\na'])(
    'is never refused: %j',
    (text) => {
      expect(parseItemText(text).rarity).toBe('normal')
    },
  )
})
