import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

const limit = 400

/** Tables of data, where one line is one row or column. Each must be needed: an entry that is small enough is removed. */
const data_files: readonly string[] = ['database/migrations/0001_schema.sql']

const countLines = (text: string) => text.trimEnd().split('\n').length
const listTooLong = (sources: readonly Source[]) => sources.filter(({ text }) => countLines(text) > limit).map(({ path }) => path)

const sources = readSources(/\.(ts|tsx|mjs|css|sql)$/).filter(({ path }) => path !== 'database/schema.sql')

test(`no file but the tables of data is longer than ${limit} lines`, () => {
  expect(listTooLong(sources).filter((path) => !data_files.includes(path))).toEqual([])
})

test('the list of data files names only files that need it', () => {
  expect(data_files.filter((path) => !listTooLong(sources).includes(path))).toEqual([])
})

test('half of the files are shorter than 90 lines', () => {
  const lengths = sources.map(({ text }) => countLines(text)).sort((a, b) => a - b)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(90)
})

test('a file of 401 lines is too long and one of 400 is not', () => {
  const aFile = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) })
  expect(listTooLong([aFile('long.ts', 401), aFile('fits.ts', 400)])).toEqual(['long.ts'])
})
