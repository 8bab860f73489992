import { expect, test } from 'vitest'
import { bases } from '../items/bases.ts'
import { makeEquipment } from '../items/equipment.ts'
import { families, guildFamilies } from '../items/families.ts'
import type { WorldItem } from '../items/item.ts'
import { createDraws } from '../prng.ts'
import { startSimulator } from '../testing/test-simulator.ts'
import { renderItem } from '../views/item-view.ts'
import { isMissingPicture } from './drawn-images.ts'
import { itemDrawings } from './item-drawings.ts'

/** A few hundred items: some of every family, and a piece of every base. */
const listItems = (): WorldItem[] => {
  const draws = createDraws(7, 'pictures')
  return [
    ...bases.map(({ name }) => makeEquipment(draws, { base: name, rarity: 'Rare', ilvl: 80 })),
    ...[...families, ...guildFamilies].flatMap((family) => Array.from({ length: 12 }, () => family.make(draws, 90))),
  ]
}

const drawingOf = (item: WorldItem) => itemDrawings.find(({ art }) => art.test(`/2DItems/${item.art}`))

test('every kind of item has its own drawing, and every drawing has items', () => {
  const items = listItems()
  expect(new Set(items.map(drawingOf)).size).toBeGreaterThan(25)
  const drawn = new Set(items.map(drawingOf))
  expect(itemDrawings.filter((drawing) => !drawn.has(drawing))).toEqual([])
})

test('a picture has the shape of its item; some are missing', async () => {
  const simulator = await startSimulator({ draw_images: true })
  const view = { wire_version: simulator.switches.wire_version, image_base: simulator.switches.image_base }
  const items = [...new Map(listItems().map((item) => [item.art, item])).values()]
  const answers = await Promise.all(
    items.map(async (item) => {
      const answer = await fetch(String(renderItem(item, view)['icon']))
      return { item, status: answer.status, text: await answer.text() }
    }),
  )
  const missing = answers.filter(({ status }) => status === 404)
  expect(missing.length).toBeGreaterThan(3)
  expect(missing.length).toBeLessThan(items.length / 8)
  expect(missing.every(({ item }) => isMissingPicture(`2DItems/${item.art}`))).toBe(true)
  for (const { item, status, text } of answers) {
    if (status !== 404) expect(text).toContain(`viewBox="0 0 ${item.w * 40} ${item.h * 40}"`)
  }
})

test('an address without content is not found', async () => {
  const simulator = await startSimulator()
  for (const payload of ['AAAA', btoa('[25,14,{}]'), btoa('null')])
    expect((await fetch(`${simulator.url}/cdn/gen/image/${payload}/1/Name.png`)).status).toBe(404)
})
