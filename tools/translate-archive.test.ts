import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ArchiveLine } from '@muster/contract/event-archive'
import { specificationSeason } from '@muster/domain/event-import/testing/seasons'
import { root } from './places.ts'

const run = (files: readonly string[]) =>
  spawnSync('node', ['tools/run.mjs', 'archive', 'translate', ...files], { cwd: root, encoding: 'utf8' })

const score = { points: 10, rank: 1, number: 1, finished: true, timestamp: 1_761_400_000, user_id: 51 }
const season = {
  ...specificationSeason,
  users: { 1: [{ id: 51, display_name: 'Ada' }] },
  scores: [{ team_id: 1, objective_id: 4, score, diff_type: 'Added' }],
}

test('files of answers become an archive that is never overwritten; stderr has the report and the totals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-translate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(season).map(([name, value]) => {
    const file = join(folder, `${name}.json`)
    writeFileSync(file, JSON.stringify(value))
    return file
  })
  const to = join(folder, 'event.jsonl')
  const { stdout, stderr, status } = run([to, ...files])
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(to) })
  expect(stderr).toContain('Total of Sickles: 10\n')
  expect(stderr).toContain('  event: the answers have no facts, ')
  expect(stderr).toContain('An archive cannot be edited.')
  expect(stderr).not.toContain('flag')
  const lines = readFileSync(to, 'utf8').trim().split('\n')
  const types = lines.map((line) => ArchiveLine.parse(JSON.parse(line)).type)
  expect(types[0]).toBe('header')
  expect(types.at(-1)).toBe('end')
  expect(lines[0]).toContain('from the answers of another event system')
  expect(types.filter((type) => type === 'score')).toHaveLength(1)
  expect(run([to, ...files])).toMatchObject({ status: 2, stderr: expect.stringContaining('exists already') })
})

test('unusable input ends with 2 and says why', () => {
  expect(run([])).toMatchObject({ status: 2, stderr: expect.stringContaining('archive -- translate FILE JSON') })
  expect(run(['to.jsonl', 'no-such-file.json'])).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be read') })
})
