import { promisify } from 'node:util'
import { deflate as deflateCallback, inflate as inflateCallback } from 'node:zlib'
import { largestXml_bytes } from '@muster/domain/build-codes/build-code'
import type { BuildStats } from '@muster/domain/builds/calculated-figures'
import { addStats } from '@muster/domain/builds/player-stats'
import { listUsedNames, type UsedNames } from '@muster/domain/builds/used-names'

const [deflate, inflate] = [promisify(deflateCallback), promisify(inflateCallback)]

/** Base64 as Path of Building writes it: another alphabet, with padding. */
const toExportString = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')

/** The text of a stored build; null if it cannot be decompressed. */
async function readStoredXml(stored: Buffer): Promise<string | null> {
  try {
    return (await inflate(stored, { maxOutputLength: largestXml_bytes })).toString()
  } catch {
    return null
  }
}

/** The uniques and gems of a stored build; none if the build is unreadable. */
export async function readUsedNames(stored: Buffer): Promise<UsedNames> {
  const xml = await readStoredXml(stored)
  return xml === null ? { uniques: [], gems: [] } : listUsedNames(xml)
}

/**
 * A stored build for export: with its figures, which are calculated after it is stored, or with 0 for them. About half a
 * millisecond of a core each, outside the event loop.
 */
async function writeExport(stored: Buffer, stats: BuildStats | null): Promise<string> {
  const xml = await readStoredXml(stored)
  // Unreadable here: the program that imports it will say so.
  return toExportString(xml === null ? stored : await deflate(addStats(xml, stats)))
}

/** Number of exports at once, so that one long list does not occupy all threads. */
const together = 8

/** Each build with its export in place of the stored bytes. */
export async function writeExports<T extends { readonly export: Buffer; readonly stats: BuildStats | null }>(
  builds: readonly T[],
): Promise<(Omit<T, 'export' | 'stats'> & { export_string: string })[]> {
  const written: (Omit<T, 'export' | 'stats'> & { export_string: string })[] = []
  for (let start = 0; start < builds.length; start += together) {
    const part = builds.slice(start, start + together).map(async ({ export: stored, stats, ...build }) => ({
      ...build,
      export_string: await writeExport(stored, stats),
    }))
    written.push(...(await Promise.all(part)))
  }
  return written
}
