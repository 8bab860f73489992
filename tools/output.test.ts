import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toPrintable } from './output.ts'
import { root } from './places.ts'

test.each([
  ['Wren', 'Wren'],
  ['Ämy 🦉 نازنین\tשלום\n', 'Ämy 🦉 نازنین\tשלום\n'],
  ['\u001B[2J\u001B]0;title\u0007', '\\u001b[2J\\u001b]0;title\\u0007'],
  ['\u009B31m', '\\u009b31m'],
  ['abc\rxyz', 'abc\\u000dxyz'],
  ['turned \u202E around', 'turned \\u202e around'],
  ['\u2067isolated\u2028', '\\u2067isolated\\u2028'],
])('%j is printed as %s', (text, printed) => expect(toPrintable(text)).toBe(printed))

test('a document of JSON keeps its meaning', () => {
  const value = { name: '\u009B31m \u202E \u2028' }
  expect(JSON.parse(toPrintable(JSON.stringify(value)))).toEqual(value)
})

test('a command prints escaped text, until it draws on the terminal', () => {
  const script = `
    import { drawOnTerminal, escapeOutput } from ${JSON.stringify(join(root, 'tools', 'output.ts'))}
    escapeOutput()
    console.log('\\u001b[1m')
    process.stdout.write('\\u202e')
    drawOnTerminal()
    process.stdout.write('\\u001b[1m')`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['\\u001b[1m\n\\u202e\u001B[1m', ''])
})

/** Commands that print output of other programs, or no names. */
const exempt: Readonly<Record<string, string>> = {
  bench: 'figures',
  build: 'output of the bundler',
  db: 'numbers of migrations',
  dev: 'output of the bundler, with its colours',
  fuzz: 'figures',
  reset: 'folders',
  serve: 'the log, whose lines are JSON',
  setup: 'draws questions on the terminal',
  test: 'output of the test runners, with its colours',
  tour: 'names of pictures',
}

test('every command prints through the one function', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const raw = Object.keys(scripts).filter((command) => {
    const text = readFileSync(join(root, 'tools', `${command}.ts`), 'utf8')
    return !/^await run(?:Operator)?Command\(|^escapeOutput\(\)/m.test(text) || text.includes('drawOnTerminal()')
  })
  expect(raw.toSorted()).toEqual(Object.keys(exempt))
})
