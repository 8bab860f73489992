import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from '../../tools/pages.ts'
import { root } from '../../tools/places.ts'

/** What the page of the board asks for first: its calls, and the scripts beside those that every page links. */
export interface BoardPage {
  readonly calls: readonly string[]
  readonly files: readonly string[]
}

/** What the loader of `web/src/routes/index.tsx` asks for, below the event. */
const ofEvent = [
  'status',
  'objectives',
  'scoring-presets',
  'scores/latest',
  'scores/history',
  'scores/changes?limit=200&only=points',
  'users',
]

/** As it is built now. */
export async function readBoardPage(event_id: number): Promise<BoardPage> {
  await buildPages()
  const assets = join(root, 'web', 'dist', 'assets')
  const page = readdirSync(assets).find((name) => /^routes-.*\.js$/.test(name))
  if (page === undefined) throw new Error('the built pages lack the script of the board')
  const imports = [...readFileSync(join(assets, page), 'utf8').matchAll(/from"\.\/((?!index-)[\w.-]+\.js)"/g)]
  return {
    calls: ['/api/events', '/api/clock', ...ofEvent.map((path) => `/api/events/${event_id}/${path}`)],
    files: [page, ...imports.map(([, name = '']) => name)].map((name) => `/assets/${name}`),
  }
}
