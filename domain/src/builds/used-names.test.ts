import { expect, test } from 'vitest'
import { writeBuild } from './export.ts'
import { listUsedNames } from './used-names.ts'

const gem = (typeLine: string, socket: number, more: object = {}) => ({
  typeLine,
  frameTypeId: 'Gem',
  socket,
  properties: [{ name: 'Level', values: [['20', 0]] }],
  ...more,
})
const belt = {
  inventoryId: 'Belt',
  frameTypeId: 'Unique',
  name: 'Headhunter',
  typeLine: 'Leather Belt',
  baseType: 'Leather Belt',
  identified: true,
}
const helmet = {
  inventoryId: 'Helm',
  frameTypeId: 'Rare',
  name: 'Dusk Brow',
  typeLine: 'Hubris Circlet',
  baseType: 'Hubris Circlet',
  identified: true,
  sockets: [0, 0, 0].map((group) => ({ group, sColour: 'B' })),
  socketedItems: [
    gem('Arc', 0),
    gem('Arc', 1),
    gem('Spell Echo Support', 2, { support: true, properties: [{ name: 'Support', values: [] }] }),
  ],
}
const write = (equipment: object[]) =>
  writeBuild({ id: 'a', name: 'a', class: 'Witch', level: 90, experience: 1, equipment, jewels: [], passives: {} } as never).xml

test('the uniques and gems of a build are listed by name, each once', () => {
  expect(listUsedNames(write([helmet, belt]))).toEqual({ uniques: ['Headhunter'], gems: ['Arc', 'Spell Echo'] })
})

test('rare and unidentified items have no unique name', () => {
  expect(listUsedNames(write([helmet, { ...belt, identified: false }])).uniques).toEqual([])
})

test('a skill that an item grants is not a gem', () => {
  const xml = `<PathOfBuilding><Skills><SkillSet id="1">
    <Skill source="Item:1:Whispering Ice"><Gem nameSpec="Icestorm" level="1" quality="0"/></Skill>
    <Skill slot="Helmet"><Gem nameSpec="Frostbolt" level="1" quality="0"/></Skill>
  </SkillSet></Skills></PathOfBuilding>`
  expect(listUsedNames(xml).gems).toEqual(['Frostbolt'])
})

test('a foil and a jewel in the tree count as uniques', () => {
  const xml = `<PathOfBuilding><Items>
    <Item id="1">Rarity: RELIC\nMageblood\nHeavy Belt\nImplicits: 0</Item>
    <Item id="2">Rarity: UNIQUE\nWatcher's Eye\nPrismatic Jewel\nImplicits: 0</Item>
    <Item id="3">Rarity: UNIQUE\nNot Worn\nIron Ring\nImplicits: 0</Item>
    <ItemSet id="1"><Slot name="Belt" itemId="1"/></ItemSet></Items>
    <Tree activeSpec="1"><Spec nodes=""><Sockets><Socket nodeId="7" itemId="2"/></Sockets></Spec></Tree></PathOfBuilding>`
  expect(listUsedNames(xml).uniques).toEqual(['Mageblood', "Watcher's Eye"])
})

test('a text that is not a build has no names, and long lists of names are cut off', () => {
  expect(listUsedNames('no build')).toEqual({ uniques: [], gems: [] })
  const gems = Array.from({ length: 5000 }, (_, place) => `<Gem nameSpec="Gem ${place}"/>`).join('')
  const xml = `<PathOfBuilding><Skills><Skill>${gems}<Gem nameSpec="${'A'.repeat(200)}"/></Skill></Skills></PathOfBuilding>`
  const listed = listUsedNames(xml).gems
  expect([listed.length, Math.max(...listed.map((name) => name.length))]).toEqual([120, 8])
})
