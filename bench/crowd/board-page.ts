import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from '../../tools/pages.ts'
import { root } from '../../tools/places.ts'

/** Requests of the board page: its calls, and its scripts, except those linked by every page. */
export interface BoardPage {
  readonly calls: readonly string[]
  readonly files: readonly string[]
}

/** Calls of the loader in `web/src/routes/index.tsx`, below the event. */
const ofEvent = [
  'status',
  'objectives',
  'scoring-presets',
  'scores/latest',
  'scores/history',
  'scores/changes?limit=200&only=points',
  'users',
]

/** Reads the file names of the current build. */
export async function readBoardPage(event_id: number): Promise<BoardPage> {
  await buildPages()
  const assets = join(root, 'web', 'dist', 'assets')
  const page = readdirSync(assets).find((name) => /^routes-.*\.js$/.test(name))
  if (page === undefined) throw new Error("the built pages do not contain the board's script")
  const imports = [...readFileSync(join(assets, page), 'utf8').matchAll(/from"\.\/((?!index-)[\w.-]+\.js)"/g)]
  return {
    calls: ['/api/events', '/api/clock', ...ofEvent.map((path) => `/api/events/${event_id}/${path}`)],
    files: [page, ...imports.map(([, name = '']) => name)].map((name) => `/assets/${name}`),
  }
}
