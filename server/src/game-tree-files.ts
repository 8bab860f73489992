import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameVersion } from '@muster/contract/events'
import { type TreeKind, TreeLayout } from '@muster/contract/game-trees'

interface Wanted {
  readonly game_version: GameVersion
  readonly kind: TreeKind
  readonly patch?: string | undefined
}

/** The parts of a patch as one number: `3_29` is newer than `3_9`. */
function orderOf(patch: string): number {
  const [major = 0, minor = 0] = patch.split('_').map(Number)
  return major * 1000 + minor
}

/** Patches with this imported tree (`npm run game-data -- import`), newest first. */
export async function listPatches(
  data_dir: string,
  { game_version, kind }: Pick<Wanted, 'game_version' | 'kind'>,
): Promise<string[]> {
  const files = await readdir(data_dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const patches = files.flatMap((file) => {
    const [start, of, what, patch, end] = file.split('.')
    const isTree = start === 'tree' && of === game_version && what === kind && end === 'json'
    return isTree && patch !== undefined && /^\d+_\d+$/.test(patch) ? [patch] : []
  })
  return patches.sort((a, b) => orderOf(b) - orderOf(a))
}

/**
 * The tree of a patch, or the newest imported tree; an empty tree if there is none.
 * @throws Error naming a file that the import did not write
 */
export async function loadTree(data_dir: string, wanted: Wanted): Promise<TreeLayout> {
  const { game_version, kind } = wanted
  const patches = await listPatches(data_dir, wanted)
  const patch = patches.find((each) => each === wanted.patch) ?? patches[0]
  if (patch === undefined) return { game_version, kind, patch: null, nodes: [], edges: [] }
  const file = join(data_dir, `tree.${game_version}.${kind}.${patch}.json`)
  const tree = TreeLayout.safeParse(parseJson(await readFile(file, 'utf8')))
  if (!tree.success) throw new Error(`${file} is not an imported tree; import it again`)
  return tree.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
