import { isDeepStrictEqual } from 'node:util'
import type { EventId } from '@muster/contract/ids'
import type { CalculatedFigures } from '@muster/domain/builds/calculated-figures'
import type { WornValues } from '@muster/domain/characters/worn-values'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'

/** Sums over the items of a character, and the figures of its newest calculated build; null: not known yet. */
export interface CharacterValues {
  readonly worn: WornValues | null
  readonly figures: CalculatedFigures | null
}

export const noValues: CharacterValues = { worn: null, figures: null }

/** Stored values by id. */
export async function loadValues(db: Db, ids: readonly (number | null)[]): Promise<Map<number, CharacterValues>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('character_values')
    .select(['id', 'worn', 'figures'])
    .where('id', '=', sql<number>`any(${wanted})`)
    .execute()
  return new Map(rows.map(({ id, ...values }) => [id, values]))
}

/** A report about a character, with the values that it shows. */
interface Report {
  readonly update: { readonly id: string } & Partial<CharacterValues>
}

/**
 * Stores the values that differ from the known ones.
 * @param known the characters with the ids of their values
 * @returns the id of the values after each report that shows some
 */
export async function recordValues<R extends Report>(
  tx: Tx,
  event_id: EventId,
  reports: readonly R[],
  known: ReadonlyMap<string, { readonly values_id: number | null }>,
): Promise<Map<R, number | null>> {
  const shown = reports.filter(({ update: { worn, figures } }) => worn || figures)
  const stored = await loadValues(
    tx,
    shown.map(({ update: { id } }) => known.get(id)?.values_id ?? null),
  )
  const fresh: CharacterValues[] = []
  /** The values of each character so far: an id, or a place among the fresh ones. */
  const current = new Map<string, { readonly values: CharacterValues; readonly id: number | null; readonly place: number }>()
  const after = shown.map((report) => {
    const { id, worn, figures } = report.update
    const values_id = known.get(id)?.values_id ?? null
    const before = current.get(id) ?? { values: stored.get(values_id ?? 0) ?? noValues, id: values_id, place: -1 }
    const values = { worn: worn ?? before.values.worn, figures: figures ?? before.values.figures }
    const next = isDeepStrictEqual(values, before.values) ? before : { values, id: null, place: fresh.push(values) - 1 }
    current.set(id, next)
    return [report, next] as const
  })
  const ids = await insertValues(tx, event_id, fresh)
  return new Map(after.map(([report, { id, place }]) => [report, place < 0 ? id : (ids[place] ?? null)]))
}

const write = (part: object | null) => (part === null ? null : JSON.stringify(part))

/** @returns the ids, in order */
async function insertValues(tx: Tx, event_id: EventId, values: readonly CharacterValues[]): Promise<number[]> {
  if (values.length === 0) return []
  const rows = await tx
    .insertInto('character_values')
    .values(values.map(({ worn, figures }) => ({ event_id, worn: write(worn), figures: write(figures) })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
