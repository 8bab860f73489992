import { expect, test } from 'vitest'
import { runProgram } from '../processes.ts'
import { faults } from './faults.ts'

test('chaos refuses an unknown fault name and lists the faults', async () => {
  const { code, output } = await runProgram(process.execPath, ['tools/chaos.ts', '--only', 'disk', '--only', 'nothing'])
  expect(code).toBe(2)
  expect(output).toContain('No fault has "nothing" in its name.')
  for (const { name } of faults) expect(output).toContain(name)
})
