import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeLayout } from '@muster/contract/game-trees'
import { afterEach, expect, it } from 'vitest'
import { useFolder } from '../../testing/folder.ts'
import { useTestServer } from '../../testing/use-server.ts'

const folder = useFolder('trees')

const server = useTestServer({ environment: { DATA_DIR: folder } })
afterEach(() => {
  for (const file of readdirSync(folder).filter((name) => name.startsWith('tree.'))) rmSync(join(folder, file))
})

const keep = (patch: string, content: unknown) =>
  writeFileSync(join(folder, `tree.poe2.atlas.${patch}.json`), JSON.stringify(content))
const aTree = (patch: string) => ({
  game_version: 'poe2',
  kind: 'atlas',
  patch,
  nodes: [{ id: 1, name: 'Start', kind: 'start', stats: [], ascendancy: null, x: 0, y: 0 }],
  edges: [],
})
const ask = async (query = '') => {
  const answer = await server.get(`/game-trees/poe2/atlas${query}`)
  return { status: answer.statusCode, body: answer.json<TreeLayout>() }
}

it('answers with an empty tree before the first import', async () => {
  const { status, body } = await ask()
  expect([status, body]).toEqual([200, { game_version: 'poe2', kind: 'atlas', patch: null, nodes: [], edges: [] }])
})

it('answers with the tree of the patch, and with the newest one for an unknown patch', async () => {
  for (const patch of ['3_9', '3_29', '3_10']) keep(patch, aTree(patch))
  expect((await ask('?patch=3_10')).body.patch).toBe('3_10')
  expect((await ask('?patch=3_28')).body.patch).toBe('3_29')
  expect((await ask('?patch=3_9')).body).toEqual(aTree('3_9'))
})

it.each(['../secrets', '3.29', ''])('refuses "%s" as a patch', async (patch) => {
  expect((await ask(`?patch=${encodeURIComponent(patch)}`)).status).toBe(400)
})

it('ignores files that no import wrote', async () => {
  keep('9_9', { nodes: 'none' })
  expect((await ask('?patch=9_9')).status).toBe(500)
})
