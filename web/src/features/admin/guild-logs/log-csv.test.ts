import { beforeEach, expect, test, vi } from 'vitest'
import { writeCsv } from '@muster/domain/objective-sheet/table'
import { collectRecords } from './log-csv.ts'
import { aGuild, someRows, start } from './test-log.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
const answer = (body: unknown) => new Response(JSON.stringify(body), { status: 200 })
const iso = (seconds: number) => new Date((start + seconds) * 1000).toISOString()

test('all matching lines are collected page by page, and no cell starts like a formula', async () => {
  fetched.mockResolvedValueOnce(answer({ rows: someRows.slice(0, 2), next: '9' }))
  fetched.mockResolvedValueOnce(answer({ rows: someRows.slice(2), next: null }))
  const counts: number[] = []
  const records = await collectRecords(
    'current',
    aGuild,
    { item: 'orb', view: 'lines' },
    {
      nameObjective: (id) => `Objective ${id}`,
      signal: new AbortController().signal,
      onProgress: (count) => counts.push(count),
    },
  )
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/current/guilds/812/stash-history/rows?itemname=orb&show=lines&limit=500',
    '/api/current/guilds/812/stash-history/rows?itemname=orb&show=lines&limit=500&before=9',
  ])
  expect(counts).toEqual([2, 5])
  const lines = writeCsv(records).split('\r\n')
  expect(lines[1]).toBe(`line,${iso(2000)},,Ada#1,added,'=Tabula Rasa,1,1,drops,20,21,true,30,31,true,9,,Objective 30 10`)
  expect(lines[2]).toMatch(new RegExp(`^gap,${iso(100)},${iso(940)},+$`))
  expect(lines[3]).toMatch(/^movement,.*,added,Chaos Orb,5,5,bank,.*,3,2,$/)
  expect(lines[4]).toMatch(/^movement,.*,removed,Chaos Orb,5,-5,drops,7,2,false,.*,2,3,$/)
  expect(lines[5]).toMatch(/,modified,Chaos Orb,35,,,/)
  expect(new Set(records.map((record) => record.length)).size).toBe(1)
})
