import type { ProcessMark, RunningProcess } from '@muster/server/processes'
import { expect, test } from 'vitest'
import { judgeProcesses } from './processes.ts'

const mark: ProcessMark = { version: '1.2.0', roles: ['http', 'jobs', 'scoring'], secrets: 'aaaaaa', folder: 'bbbbbb' }
const running = (change: Partial<RunningProcess> = {}): RunningProcess => ({
  ...mark,
  connected_at: new Date('2026-11-26T18:00:00Z'),
  address: null,
  ...change,
})

test.each<[string, RunningProcess[], ProcessMark | null, string, string]>([
  ['nobody', [], mark, 'ok', 'none runs'],
  ['one', [running()], mark, 'ok', '1 on this database: 1.2.0 (http, jobs, scoring) since 2026-11-26T18:00:00.000Z'],
  ['two of one installation', [running(), running({ address: '10.0.0.5' })], mark, 'ok', 'from 10.0.0.5'],
  ['pages on another machine', [running(), running({ folder: 'cccccc', roles: ['http'] })], mark, 'ok', '2 on this database'],
  ['two versions', [running(), running({ version: '1.3.0' })], mark, 'warning', 'several versions'],
  ['two installations', [running(), running({ secrets: 'cccccc' })], mark, 'warning', 'refuses the logins of the other'],
  ['a standby elsewhere', [running(), running({ folder: 'cccccc' })], mark, 'warning', "the other's requests to the game"],
  [
    'another installation than this',
    [running()],
    { ...mark, secrets: 'cccccc' },
    'warning',
    'other secrets than the running server',
  ],
  ['one whose secrets we may not read', [running()], null, 'ok', '1 on this database'],
])('processes on the database: %s', (_, processes, ours, state, text) => {
  const findings = judgeProcesses(processes, ours)
  expect(findings).toMatchObject([{ about: 'Processes', state, text: expect.stringContaining(text) }])
})
