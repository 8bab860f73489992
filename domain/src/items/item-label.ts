import type { GameItem } from '@muster/contract/game-api'
import { fields } from './fields.ts'
import { readRecord } from './normalise.ts'

const withoutClass = { classOf: () => '' }

/** The names by which people recognise an item: its own, which most kinds lack, and its base type. */
export function readItemLabel(item: GameItem): { readonly name: string; readonly base_type: string } {
  const one = readRecord(item)
  const read = (field: 'NAME' | 'BASE_TYPE' | 'TYPE_LINE') => fields[field].read(one, withoutClass) as string
  return { name: read('NAME'), base_type: read('BASE_TYPE') || read('TYPE_LINE') }
}
