import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from '../../tools/pages.ts'
import { root } from '../../tools/places.ts'

const quoted = (list: string) => [...list.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text)

/** What the page of the board asks for first: its calls, and the scripts beside those that every page links. */
export interface BoardPage {
  readonly calls: readonly string[]
  readonly files: readonly string[]
}

/** As it is built now. */
export async function readBoardPage(event_id: number): Promise<BoardPage> {
  await buildPages()
  const assets = join(root, 'web', 'dist', 'assets')
  const early = readdirSync(assets).find((name) => /^early-.*\.js$/.test(name)) ?? ''
  const found = /\^\/\$`,calls:\[([^\]]*)\],personal:\[\],files:\[([^\]]*)\]/.exec(readFileSync(join(assets, early), 'utf8'))
  if (!found) throw new Error('the built page of the board does not say what it asks for')
  const [, calls = '', files = ''] = found
  return { calls: quoted(calls).map((path) => path.replace('{event}', String(event_id))), files: quoted(files) }
}
