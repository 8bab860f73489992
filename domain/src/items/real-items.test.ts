/**
 * Real items are stored outside the repository, in ../shared/data beside it; without them these tests are skipped with a message.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type ItemField, itemFields } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { describe, expect, test } from 'vitest'
import { createMatcher } from '../conditions/matcher.ts'
import { createClassifier, listUnknownBases } from './classes.ts'
import { fields } from './fields.ts'
import { readList, readRecord, readText } from './normalise.ts'
import { anObjective } from '../scoring/testing/builders.ts'

const folder = new URL('../../../../shared/data/items/', import.meta.url)
const isAbsent = !existsSync(folder)
const context = createClassifier({ game_version: 'poe1' })

function readFile(name: string): unknown {
  return isAbsent ? null : JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
}

const page = readList(readRecord(readFile('public-stash-page.json')).stashes).flatMap((stash) =>
  readList(readRecord(stash).items).map(readRecord),
)
const flasks = readList(readFile('trade-items-1.json')).map(readRecord)
const ultimatums = readList(readFile('trade-items-2.json')).map(readRecord)
const all: readonly GameItem[] = [...page, ...flasks, ...ultimatums]

function readAll(field: ItemField, items: readonly GameItem[]): unknown[] {
  return items.map((item) => fields[field].read(item, context))
}

const pinned: readonly (readonly [ItemField, readonly GameItem[], number, unknown])[] = [
  ['BASE_TYPE', page, 1, 'Timeworn Claw'],
  ['NAME', page, 2, "Speaker's Wreath"],
  ['ITEM_CLASS', page, 8, 'Thrusting One Hand Sword'],
  ['ICON_NAME', page, 0, 'basicstr'],
  ['ICON_NAME', flasks, 0, 'WitchFireBrew'],
  ['TYPE_LINE', page, 15, 'Copper Kris'],
  ['QUALITY', page, 1, 9],
  ['ILVL', page, 0, 73],
  ['FRAME_TYPE', page, 1, 3],
  ['ENCHANT_MODS', flasks, 6, ["Reused at the end of this Flask's effect"]],
  ['EXPLICIT_MODS', flasks, 0, ['5% increased Charges per use', 'Grants Level 21 Despair Curse Aura during Effect']],
  ['IMPLICIT_MODS', page, 6, ['+35 to Strength']],
  ['CRAFTED_MODS', page, 21, ['+16 to maximum Life']],
  ['INFLUENCES', page, 7, ['elder']],
  ['MAX_LINKS', page, 1, 2],
  ['SOCKETS', page, 2, 'RRG'],
  ['IS_CORRUPTED', flasks, 7, true],
  ['IS_IDENTIFIED', page, 0, true],
]

describe.skipIf(isAbsent)('real items (skipped without ../shared/data)', () => {
  test('are all there', () => {
    expect([page.length, flasks.length, ultimatums.length]).toEqual([24, 10, 10])
  })

  test.each(pinned)('show %s as pinned', (field, items, at, value) => {
    expect(readAll(field, items)[at]).toEqual(value)
  })

  test('have a pinned value for every field that any item has', () => {
    const isEmpty = (value: unknown) =>
      value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
    const shown = itemFields.filter((field) => readAll(field, all).some((value) => !isEmpty(value)))
    expect(shown).toEqual(itemFields.filter((field) => pinned.some(([pinnedField]) => pinnedField === field)))
  })

  test('all have a known class', () => {
    expect(listUnknownBases(all, { game_version: 'poe1' })).toEqual([])
  })

  test('have the class under which the stash page files them', () => {
    const kindOf: Readonly<Record<string, string>> = {
      jewels: 'Jewel',
      claw: 'Claw',
      helmet: 'Helmet',
      gloves: 'Gloves',
      chest: 'Body Armour',
      belt: 'Belt',
      twosword: 'Two Hand Sword',
      onesword: 'Thrusting One Hand Sword',
      boots: 'Boots',
      shield: 'Shield',
      bow: 'Bow',
      dagger: 'Rune Dagger',
      runedagger: 'Rune Dagger',
      staff: 'Staff',
      twomace: 'Two Hand Mace',
      ring: 'Ring',
      sceptre: 'Sceptre',
    }
    const filed = page.map(({ extended }) => {
      const { category, subcategories } = readRecord(extended)
      return kindOf[readText(readList(subcategories)[0]) || readText(category)]
    })
    expect(readAll('ITEM_CLASS', page)).toEqual(filed)
  })

  test.each([
    ['Utility Flasks', 'UtilityFlask', flasks],
    ['Misc Map Items', 'MiscMapItem', ultimatums],
  ] as const)('with the displayed class "%s" have the class %s', (shown, class_id, items) => {
    const texts = items.map((item) => Buffer.from(readText(readRecord(item.extended).text), 'base64').toString('utf8'))
    expect(texts.map((text) => /^Item Class: (.*?)\r?\n/.exec(text)?.[1])).toEqual(items.map(() => shown))
    expect(readAll('ITEM_CLASS', items)).toEqual(items.map(() => class_id))
  })

  test('complete an objective for their base type, and no other', () => {
    const condition = { field: 'BASE_TYPE', operator: 'IN', value: 'War Buckler, Royal Bow' } as const
    const objective = anObjective({ id: 7, conditions: [condition] })
    const { matcher } = createMatcher([objective], { game_version: 'poe1' })
    expect(matcher.match(page, null).map((hit) => page[hit.item]?.baseType)).toEqual([
      'War Buckler',
      'Royal Bow',
      'War Buckler',
      'War Buckler',
    ])
  })
})
