import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAs, send } from './calls.ts'
import { readEventClock } from './hidden-event.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { dropLog, writeLine } from './log-file.ts'
import { findPlayer, makeRunningEvent } from './running-event.ts'

// A player lets the page follow the log of their game, in an event of their own: their levels and a named area are on the board,
// and nothing else of the log leaves the browser.

test.use({ timezoneId: 'UTC' })

const hour_ms = 3_600_000
const own = 'AdaTheOcean'

async function makeEvent(admin: Page) {
  const event = await makeRunningEvent(admin, 'Logging Muster', { reports: 'honour', game_log: 'followed' })
  const goal = (more: object) => ({
    kind: 'save_objective',
    objective: {
      parent_id: event.root_id,
      objective_type: 'PLAYER',
      number_field: 'PLAYER_LEVEL',
      scoring_preset_key: 'ten',
      conditions: [],
      ...more,
    },
  })
  const isArena = { field: 'AREA', operator: 'EQ', value: 'MavenBoss' }
  const arena = { number_field: 'AREAS_ENTERED', required_number: 1, aggregation: 'EARLIEST', conditions: [isArena] }
  await send(admin, 'POST', `/events/${event.id}/definition/edits`, {
    edits: [
      {
        kind: 'save_preset',
        key: 'ten',
        preset: { name: 'Ten', type: 'OBJECTIVE', scoring_method: 'PRESENCE', points: [10], point_cap: 0 },
      },
      goal({ name: 'Reach level 90', required_number: 90, aggregation: 'EARLIEST' }),
      goal({ name: 'The highest level', required_number: 1, aggregation: 'MAXIMUM' }),
      goal({ name: 'Enter the arena of the Maven', ...arena }),
    ],
  })
  return event
}

/** Texts that may never leave the browser. Each is in the log. */
const secrets = [
  'my password is hunter2',
  'meet me at the docks',
  'BobTheRival',
  'CarolOfTheParty',
  '203.0.113.77',
  'Autoreply',
  'buy your Mageblood',
  'WhisperedName',
  'SecretGuild',
  'MapWorldsStrand',
]
const secretLines = (ms: number, count: number) =>
  [
    '@From <SecretGuild> WhisperedName: Hi, I would like to buy your Mageblood listed for 200 divine',
    '@To WhisperedName: my password is hunter2',
    '#BobTheRival: meet me at the docks',
    `%BobTheRival: : ${own} (Witch) is now level 99`,
    `&<SecretGuild> BobTheRival: : ${own} has been slain.`,
    `$BobTheRival: ] : ${own} (Witch) is now level 98`,
    `BobTheRival: : ${own} (Witch) is now level 97`,
    'Connecting to instance server at 203.0.113.77:6112',
    ': AFK mode is now ON. Autoreply "meet me at the docks"',
    ': CarolOfTheParty (Ranger) is now level 96',
    ': CarolOfTheParty has been slain.',
    ': BobTheRival has joined the area.',
  ].map((text) => writeLine(ms + count, text))

let cleanUp = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await cleanUp()
})

test('a log is followed: own levels and a named area count, and nothing else of it leaves the browser', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const admin = await openAs(browser, await findPlayer(0, 0))
  const { id, join: joinEvent, remove } = await makeEvent(admin.page)
  const folder = mkdtempSync(join(tmpdir(), 'muster-log-'))
  cleanUp = async () => {
    await remove()
    rmSync(folder, { recursive: true })
  }
  await page.goto('/')
  await logIn(page, await findPlayer(3, 6))
  await joinEvent(page, 'Logging Otters')

  // Everything that leaves: addresses, headers and bodies of requests, and the frames of sockets.
  const outgoing: string[] = []
  page.on('request', (request) => {
    outgoing.push(request.url(), JSON.stringify(request.headers()), request.postDataBuffer()?.toString('utf8') ?? '')
  })
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => outgoing.push(String(payload)))
  })

  const now = await readEventClock(page)
  const path = join(folder, 'Client.txt')
  writeFileSync(
    path,
    [
      writeLine(now - 30 * 24 * hour_ms, `: ${own} (Witch) is now level 95`),
      ...secretLines(now - 30 * 24 * hour_ms, 0),
      writeLine(now - hour_ms, `: ${own} (Witch) is now level 40`),
      ...secretLines(now - hour_ms, 1000),
      writeLine(now - hour_ms + 2000, 'Generating level 68 area "MapWorldsStrand" with seed 123', 'DEBUG'),
    ].join(''),
  )

  await page.goto(`/report?event=${id}`)
  await page.getByRole('tab', { name: 'From your game log' }).click()
  await dropLog(page, path)
  const log = page.getByRole('region', { name: 'Your game log' })
  const events = log.getByRole('list', { name: 'Events of this log' }).getByRole('listitem')
  await expect(events).toHaveCount(2)
  await expect(events.filter({ hasText: 'CarolOfTheParty' })).toContainText('stays here')
  expect(outgoing.join('\n')).not.toContain(own)

  await log.getByRole('button', { name: own }).click()
  await log.getByRole('button', { name: 'Send 1 event' }).click()
  await expect(events.filter({ hasText: own })).toContainText('sent')
  await expect(events.filter({ hasText: own })).toContainText('Read later: the time is from this computer.')

  // The game goes on writing: half a line first, then its rest. A level is live for a minute only, so it comes after the waits.
  const more = secretLines(Date.now(), 1).join('')
  appendFileSync(path, more.slice(0, -20))
  await expect(log).toContainText('35 lines stayed here')
  appendFileSync(path, more.slice(-20))
  await expect(log).toContainText('36 lines stayed here')
  const arena = 'Generating level 84 area "MavenBoss" with seed 1299718464'
  appendFileSync(path, writeLine(Date.now(), `: ${own} (Witch) is now level 90`) + writeLine(Date.now(), arena, 'DEBUG'))
  const written_at = Date.now()
  await expect(async () => {
    const scores = await send<Record<string, Record<string, { points: number }>>>(page, 'GET', `/events/${id}/scores/latest`)
    expect(JSON.stringify(scores).match(/"points":10/g)).toHaveLength(3)
  }).toPass({ timeout: 60_000, intervals: [100] })
  process.stderr.write(`${Date.now() - written_at} ms from the line in the log to the scores\n`)
  await expect(events.filter({ hasText: 'level 90' })).toContainText('sent')
  await expect(events.filter({ hasText: 'MavenBoss' })).toContainText('sent')
  const reports = page.getByRole('complementary', { name: 'Your reports' }).getByRole('listitem')
  await expect(reports.filter({ hasText: 'Counted, on your word' })).toHaveCount(3)

  // The same file again, after the page was closed: nothing is stored twice.
  const list = () => send<unknown[]>(page, 'GET', `/events/${id}/submissions`)
  const before = await list()
  await page.goto(`/report?event=${id}`)
  await page.getByRole('tab', { name: 'From your game log' }).click()
  await dropLog(page, path)
  await log.getByRole('button', { name: /^Send \d events?$/ }).click()
  await expect(events.filter({ hasText: 'level 40' })).toContainText('sent')
  expect(await list()).toEqual(before)

  const everything = outgoing.join('\n')
  expect(everything).toContain(own)
  expect(everything).not.toContain('1299718464')
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
})
