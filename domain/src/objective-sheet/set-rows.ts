import type { NameKind } from '@muster/contract/item-names'
import { columns, type SheetRow } from './columns.ts'

/** The word in the column "Kind" for an item, by the kind of its name. */
const kindWords: Readonly<Record<NameKind, string>> = {
  unique: 'Unique',
  card: 'Divination card',
  gem: 'Gem',
  scarab: 'Scarab',
  currency: 'Currency',
  map: 'Base type',
  beast: 'Base type',
  base: 'Base type',
}

/** A row for each name: an objective that asks for that item. */
export function listSetRows(
  names: readonly string[],
  kind: NameKind,
  shared: { readonly category: string; readonly scoring_preset: string },
): SheetRow[] {
  return names.map((name) => {
    const cells = { ...shared, name, kind: kindWords[kind] }
    return columns.map((column) => (column in cells ? cells[column as keyof typeof cells] : ''))
  })
}
