import type { GameItem } from '@muster/contract/game-api'
import { copiedLabelOf } from '@muster/domain/items/copied/class-labels'
import { writeCopiedText } from '@muster/domain/items/copied/testing/write-copied-text'
import type { WorldItem } from '@muster/simulator/items/item'
import { truthReaders } from '@muster/simulator/oracle/item-truth'
import { renderItem } from '@muster/simulator/views/item-view'

/** Labels that several classes share. */
const sharedLabels: Readonly<Record<string, string>> = {
  MapKey: 'Maps',
  BlightedMapKey: 'Maps',
  'Active Skill Gem': 'Skill Gems',
  TransfiguredGem: 'Skill Gems',
  'Support Skill Gem': 'Support Gems',
}

/** The class of an item as stated in the first line of its copied text. */
function labelOf(item: WorldItem): string {
  const item_class = String(truthReaders.ITEM_CLASS(item, ''))
  return sharedLabels[item_class] ?? copiedLabelOf(item_class) ?? item_class
}

/** The text that the game copies for an item of the simulated world. */
export const writeItemText = (item: WorldItem): string =>
  writeCopiedText(
    JSON.parse(JSON.stringify(renderItem(item, { wire_version: '3.29', image_base: '' }))) as GameItem,
    labelOf(item),
  )
