import { promisify } from 'node:util'
import { deflate as deflateCallback, inflate as inflateCallback } from 'node:zlib'
import type { BuildStats } from '@muster/domain/builds/calculated-figures'
import { addStats } from '@muster/domain/builds/player-stats'

const [deflate, inflate] = [promisify(deflateCallback), promisify(inflateCallback)]

const longestXml_bytes = 8 * 1024 * 1024

/** Base64 as Path of Building writes it: another alphabet, with padding. */
const toExportString = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_')

/**
 * A stored build as it is handed out: with its figures, which are calculated later than it is stored, or with 0 for them. About
 * half a millisecond of a core each, beside the thread that answers calls.
 */
async function writeExport(stored: Buffer, stats: BuildStats | null): Promise<string> {
  let xml: string
  try {
    xml = (await inflate(stored, { maxOutputLength: longestXml_bytes })).toString()
  } catch {
    // Nothing that we can read: whoever asked for it is told so by their own program.
    return toExportString(stored)
  }
  return toExportString(await deflate(addStats(xml, stats)))
}

/** So many at once, so that one long list does not keep the threads from everybody else. */
const together = 8

/** Each build with its export in place of what is stored. */
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
