import { type ItemField, itemFields } from '@muster/contract/conditions'
import { createClassifier } from '@muster/domain/items/classes'
import { fields } from '@muster/domain/items/fields'
import { families, guildFamilies } from '@muster/simulator/items/families'
import { secondGameFamilies } from '@muster/simulator/items/second-game/finds'
import { truthReaders } from '@muster/simulator/oracle/item-truth'
import { createDraws } from '@muster/simulator/prng'
import { renderItem, wireVersions } from '@muster/simulator/views/item-view'
import { renderSecondItem } from '@muster/simulator/views/second-item-view'
import { expect, test } from 'vitest'

// The oracle reads the simulated world's items, the product reads the game's answers, and their readers are independent. If they
// disagreed, a rehearsal would blame the product for an error of the oracle, or miss an error in both.

const inOrder = (seen: unknown): unknown => (Array.isArray(seen) ? seen.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : seen)

const cases = wireVersions.flatMap((version) => [
  ...[...families, ...guildFamilies].map((family) => ['poe1', family.name, version, family] as const),
  ...secondGameFamilies.map((family) => ['poe2', family.name, version, family] as const),
])

test.each(cases)('for %s, %s in %s, oracle and product read the same', (game_version, name, version, family) => {
  const draws = createDraws(7, `truth/${name}`)
  const context = { classOf: createClassifier({ game_version }).classOf }
  const render = game_version === 'poe1' ? renderItem : renderSecondItem
  const differences = new Map<ItemField, unknown>()
  for (let at = 0; at < 300; at++) {
    const item = family.make(draws, draws.between(family.from_level, 95))
    const sent = JSON.parse(JSON.stringify(render(item, { wire_version: version, image_base: 'https://web.poecdn.com' })))
    for (const field of itemFields) {
      const [told, read] = [inOrder(truthReaders[field](item, '')), inOrder(fields[field].read(sent, context))]
      if (JSON.stringify(told) !== JSON.stringify(read)) differences.set(field, { item: item.base_type, told, read })
    }
  }
  expect(Object.fromEntries(differences)).toEqual({})
})
