import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDefinition } from '@muster/domain/definition-file/read'
import { latestSeason } from '@muster/domain/event-import/testing/seasons'
import { root } from './places.ts'

const run = (files: readonly string[], input = '') =>
  spawnSync('node', ['tools/run.mjs', 'definition', 'translate', ...files], { cwd: root, encoding: 'utf8', input })

test('files and standard input become the same definition, and the report is on stderr', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-translate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(latestSeason).map(([name, value]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(value))
    return file
  })
  const { stdout, stderr, status } = run(files)
  expect(status).toBe(0)
  expect(readDefinition(stdout)).toMatchObject({ ok: true, document: { event: { name: 'Mirage Season (PL9)' } } })
  expect(stderr).toContain('Not translated: 5\n')
  expect(stderr).toContain('To check: 5\n')
  expect(stderr).toContain(
    '  Builds > Stones: the number "VOID_STONE_COUNT" cannot be translated; players report it instead. Muster ',
  )
  expect(run([], JSON.stringify(latestSeason)).stdout).toBe(stdout)
})

test('unusable input ends with 2 and says why', () => {
  expect(run(['no-such-file.json'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no-such-file.json cannot be read'),
  })
  expect(run([], '{"objectives":')).toMatchObject({ status: 2, stderr: expect.stringContaining('standard input cannot be read') })
  expect(run([], '{}')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('no event') })
})
