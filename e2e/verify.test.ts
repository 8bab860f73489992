import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TeamId } from '@muster/contract/ids'
import { appendFacts } from '@muster/server/db/ledger'
import { openScorekeeper } from '@muster/server/scoring/scorekeeper'
import { aSmallEvent, createTestContext, type SmallEvent } from '@muster/server/testing/muster'
import { useOpened } from '@muster/server/testing/use-server'
import { beforeAll, expect, it } from 'vitest'

const world = useOpened(() => createTestContext())
let events: [SmallEvent, SmallEvent]
let wanted: Awaited<ReturnType<SmallEvent['add']>>

const script = fileURLToPath(new URL('../tools/verify.ts', import.meta.url))

/** Runs the command as `npm run -s verify -- …` does. */
const verify = (...args: string[]) =>
  new Promise<{ code: unknown; lines: string[]; complaint: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: world.database_url }
    execFile(process.execPath, [script, ...args], { env }, (error, out, complaint) =>
      resolve({ code: error?.code ?? 0, lines: out.split('\n').slice(0, -1), complaint: complaint.trim() }),
    )
  })

async function aScoredEvent(is_current: boolean): Promise<SmallEvent> {
  const event = await aSmallEvent(world.ctx, { is_current, name: is_current ? 'Now' : 'Then' })
  wanted = await event.add({ name: 'Goldrim' })
  await event.publish()
  const timestamp = new Date(world.clock.now())
  const [team] = event.teams
  const fact = { objective_id: wanted, team_id: team?.id as TeamId, user_id: null, source: 'stash:1', number: 1, timestamp }
  await world.ctx.db.transact((tx) => appendFacts(tx, event.event_id, [fact]))
  await openScorekeeper(world.ctx, event.event_id)
  return event
}

beforeAll(async () => {
  events = [await aScoredEvent(false), await aScoredEvent(true)]
})

it('reports no differences for all events, for one, and for the current one', async () => {
  const [then, now] = events.map(({ event_id }) => event_id)
  const { code, lines } = await verify()
  expect(code).toBe(0)
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^Event ${then}, Then: 0 of 1 scores differ \\(up to ledger entry \\d+\\)\\.$`)),
    expect.stringContaining(`Event ${now}, Now: 0 of 1 scores differ`),
  ])
  expect((await verify('current')).lines).toEqual([lines[1]])
  expect((await verify(String(then))).lines).toEqual([lines[0]])
}, 60_000)

it('exits with 1 and prints both values if a stored score differs', async () => {
  await world.ctx.db.updateTable('scores').set({ points: 11 }).where('objective_id', '=', wanted).execute()
  const { event_id, teams } = events[1]
  const text = await verify()
  expect(text.code).toBe(1)
  expect(text.lines.slice(1)).toEqual([
    expect.stringContaining(`Event ${event_id}, Now: 1 of 1 scores differ`),
    expect.stringMatching(new RegExp(`^  objective ${wanted} "Goldrim", team ${teams[0]?.id} "Team`)),
    expect.stringContaining('stored:     11 points, rank 0, number 1, finished, 2026-'),
    expect.stringContaining('recomputed: 10 points, rank 0, number 1, finished, 2026-'),
  ])
  const { code, lines } = await verify('--json', 'current')
  expect(code).toBe(1)
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      event_id,
      name: 'Now',
      compared: 1,
      is_behind: false,
      unscored_edit: null,
      differences: [{ objective_id: wanted, team_id: teams[0]?.id, stored: { points: 11 }, recomputed: { points: 10 } }],
    },
  ])
}, 60_000)

it.each([
  [['999999'], 'There is no event 999999.'],
  [['last'], 'An event is a number or "current", not "last".'],
  [['--all'], "Unknown option '--all'"],
  [['1', '2'], 'npm run -s verify -- [--json] [EVENT]'],
])(
  'refuses %j with a reason',
  async (args, reason) => {
    const { code, lines, complaint } = await verify(...args)
    expect([code, lines]).toEqual([2, []])
    expect(complaint).toContain(reason)
  },
  30_000,
)
