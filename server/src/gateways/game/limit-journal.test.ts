import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLimitJournal, type LimitNote } from './limit-journal.ts'

const start = Date.UTC(2026, 10, 20)
let file: string
let errors: unknown[]

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-journal-'))
  file = join(folder, 'below', 'asked.jsonl')
  errors = []
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const open = (now = start) =>
  openLimitJournal(
    file,
    () => now,
    (error) => errors.push(error),
  )
const asked = (at: number): LimitNote => ({ is: 'asked', endpoint: 'character', subjects: { account: 'a' }, at })

const everything: LimitNote[] = [
  {
    is: 'policy',
    endpoint: 'character',
    name: 'p',
    rules: [['account', [{ hits: 5, period_s: 10, restriction_s: 60 }]]],
  },
  asked(start),
  { is: 'counted', policy: 'p', rule: 'account', subject: 'a', hits: 2, at: start },
  { is: 'restricted', policy: 'p', rule: 'account', subject: 'a', until: start + 60_000 },
  { is: 'paused', until: start + 300_000 },
  { is: 'refused', at: start },
  { is: 'dead', token_hash: 'h', at: start },
]

test('the next process reads what an earlier one wrote', () => {
  const journal = open()
  expect(journal.notes).toEqual([])
  for (const note of everything) journal.write(note)
  expect(open().notes).toEqual(everything)
  expect(errors).toEqual([])
})

test('a truncated last line and lines of another version are ignored', () => {
  open().write(asked(start))
  appendFileSync(file, '{"is":"something else"}\n{"is":"asked","endp')
  expect(open().notes).toEqual([asked(start)])
})

test('outdated entries and entries from another clock are ignored', () => {
  for (const note of everything) open().write(note)
  const policy = everything.slice(0, 1)
  expect(open(start + 2 * 3_600_000).notes).toEqual(policy)
  expect(open(start - 2 * 3_600_000).notes).toEqual(policy)
})

test('a large file is rewritten without its outdated entries', () => {
  const subjects = { account: 'x'.repeat(100_000) }
  let now = start
  const journal = openLimitJournal(
    file,
    () => now,
    (error) => errors.push(error),
  )
  for (let count = 0; count < 9; count++) journal.write({ ...asked(start), subjects } as LimitNote)
  expect(statSync(file).size).toBeGreaterThan(900_000)
  now += 2 * 3_600_000
  for (let count = 0; count < 3; count++) journal.write({ ...asked(now), subjects } as LimitNote)
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(3)
  expect(errors).toEqual([])
})

const rights = () => statSync(file).mode & 0o777

test('the file is readable only by its owner, even if an older version created it with more rights, and after a rewrite', () => {
  open().write(asked(start))
  expect(rights()).toBe(0o600)
  chmodSync(file, 0o644)
  const journal = open()
  journal.write(asked(start))
  expect(rights()).toBe(0o600)
  const subjects = { account: 'x'.repeat(600_000) }
  for (let count = 0; count < 3; count++) journal.write({ ...asked(start), subjects } as LimitNote)
  expect(rights()).toBe(0o600)
})

test('an unwritable file is reported once and stops nothing', () => {
  const journal = openLimitJournal(
    '/dev/null/asked.jsonl',
    () => start,
    (error) => errors.push(error),
  )
  journal.write(asked(start))
  journal.write(asked(start))
  expect(journal.notes).toEqual([])
  expect(errors.length).toBe(1)
})
