import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'

/** The hashes of stored and queued builds that match; `character_builds` and `build_queue` share the columns for it. */
export async function listBuildHashes(tx: Tx, which: RawBuilder<boolean>): Promise<Buffer[]> {
  const { rows } = await sql<{ export_hash: Buffer }>`
    select export_hash from character_builds where ${which} union select export_hash from build_queue where ${which}`.execute(tx)
  return rows.map(({ export_hash }) => export_hash)
}

/** Removes the figures of these builds unless another character still has the build. @returns the number of removed builds. */
export async function removeFiguresOf(tx: Tx, hashes: readonly Buffer[]): Promise<number> {
  if (hashes.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from build_figures where export_hash = any(${hashes}::bytea[])
      and not exists (select from character_builds build where build.export_hash = build_figures.export_hash)
      and not exists (select from build_queue waiting where waiting.export_hash = build_figures.export_hash)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
