import type { GameVersion } from '@muster/contract/events'
import type { WantedItem, WishReading } from '@muster/contract/wishes'
import { recogniseBuild } from '@muster/domain/build-codes/build-code'
import { readBuild } from '@muster/domain/build-codes/read-build'
import { copiedTextLimit } from '@muster/domain/items/copied/sections'
import { readCopiedItem } from '@muster/domain/items/copied/read-copied-item'
import { listBuildWishes } from '@muster/domain/wishes/build-items'
import { readTitle, searchNames, wantedOf, type WantedNames } from '@muster/domain/wishes/wanted-item'
import { itemNameLength } from '@muster/contract/item-names'
import { refuseField } from '../../refusal.ts'
import { unpackCode } from '../../unpack-code.ts'

interface TextReading {
  readonly form: WishReading['form']
  readonly items: readonly WantedItem[]
}

async function readCode(text: string, game_version: GameVersion, { gems }: WantedNames): Promise<readonly WantedItem[]> {
  const read = readBuild(await unpackCode(text, 'text'))
  if (!read.ok) throw refuseField('text', `cannot be read: ${read.reason}`)
  if (read.build.game_version !== game_version) throw refuseField('text', 'is a build of the other game')
  return listBuildWishes(read.build, gems)
}

/** Items copied in the game begin with their class, or, in older texts, with their rarity. */
const isCopiedItem = (text: string) => /^(?:Item Class|Rarity): /m.test(text)

function readItemText(text: string, classes: ReadonlyMap<string, string> | undefined): readonly WantedItem[] {
  if (text.length > copiedTextLimit) throw refuseField('text', `must not be longer than ${copiedTextLimit} characters`)
  const copied = readCopiedItem(text, classes)
  if (!copied.ok) throw refuseField('text', `line ${copied.line}: ${copied.reason}`)
  return wantedOf(readTitle(copied.item))
}

/** A typed name that no list has is offered as it is: lists lack the newest items. */
function readTypedName(text: string, names: WantedNames): readonly WantedItem[] {
  if (text.length > itemNameLength)
    throw refuseField('text', 'is neither a name, nor a copied item, nor a code of Path of Building')
  const found = searchNames(text, names)
  return found.length > 0 ? found : (['unique', 'gem', 'base'] as const).map((kind) => ({ kind, name: text.trim() }))
}

/** The items that a text names. @throws Refusal invalid_request, with what is wrong with the text */
export async function readWishText(
  text: string,
  {
    game_version,
    names,
    classes,
  }: {
    readonly game_version: GameVersion
    readonly names: WantedNames
    readonly classes: ReadonlyMap<string, string> | undefined
  },
): Promise<TextReading> {
  if (recogniseBuild(text) !== null) return { form: 'code', items: await readCode(text, game_version, names) }
  if (isCopiedItem(text)) return { form: 'item', items: readItemText(text, classes) }
  return { form: 'name', items: readTypedName(text, names) }
}
