import { expect, it } from 'vitest'
import { provideDebianProgram } from './debian-program.ts'
import { runProgram } from './processes.ts'

it('the alert rules pass the tests of alerts.test.yaml in Prometheus', async () => {
  const promtool = await provideDebianProgram('promtool', 'prometheus')
  expect(await runProgram(promtool, ['test', 'rules', 'tools/alerts.test.yaml'])).toMatchObject({ code: 0 })
}, 120_000)
