/** Base types of the simulated games with their classes, in the format of the community's export of the real ones. */
import { bases } from '../items/bases.ts'
import { catalysts, currencies, deliriumOrbs, divinationCards, essences, fossils, oils, scarabs } from '../world/catalogue.ts'
import { secondGameBases, secondGameCurrencies } from '../world/second-game/catalogue.ts'
import { classOfBase, classOfSecondBase } from './item-truth.ts'

interface ListedBase {
  readonly name: string
  readonly item_class: string
}

const listOf = (item_class: string, things: readonly (string | { readonly name: string })[]): ListedBase[] =>
  things.map((thing) => ({ name: typeof thing === 'string' ? thing : thing.name, item_class }))

export const baseLists: Readonly<Record<'poe1' | 'poe2', readonly ListedBase[]>> = {
  poe1: [
    ...bases.map(({ name }) => ({ name, item_class: classOfBase(name) ?? '' })),
    ...listOf('StackableCurrency', [...currencies, ...fossils, ...essences, ...oils, ...catalysts, ...deliriumOrbs]),
    ...listOf('DivinationCard', divinationCards),
    ...listOf('MapFragment', scarabs),
  ],
  poe2: [
    ...secondGameBases.map(({ name }) => ({ name, item_class: classOfSecondBase(name) })),
    ...listOf('StackableCurrency', secondGameCurrencies),
  ],
}
