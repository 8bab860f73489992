import { openAs, send } from './calls.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { packBuild } from './reporting.ts'
import { findPlayer, makeRunningEvent } from './running-event.ts'

// A player pastes items and a build on the page for reports, in an event of their own: the page reads them, a judge decides, the
// points follow.

const team = 'Pasting Otters'
const belt = (name: string, level: number) =>
  `Item Class: Belts\nRarity: Unique\n${name}\nHeavy Belt\n--------\nItem Level: ${level}\n--------\n+${level} to Strength`
const ring = 'Item Class: Rings\nRarity: Rare\nGale Loop\nGold Ring\n--------\nItem Level: 70\n--------\n+30 to maximum Life'
const gloves = 'Rarity: UNIQUE\nHrimsorrow\nGoathide Gloves\nItem Level: 40\nImplicits: 0\n+20 to Strength'
const hat = 'Rarity: RARE\nDoom Brow\nIron Hat\nItem Level: 20\nImplicits: 0\n{range:0.5}+(20-29) to maximum Life'
const build = packBuild(
  `<Build level="61" className="Ranger" ascendClassName="Deadeye"><PlayerStat stat="Life" value="2310"/></Build><Items>
  <Item id="1">${gloves}</Item><Item id="2">${hat}</Item><Slot name="Gloves" itemId="1"/><Slot name="Helmet" itemId="2"/></Items>`,
)

async function makeEvent(admin: Page) {
  const event = await makeRunningEvent(admin, 'Pasting Muster')
  const branch = {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    required_number: 1,
    conditions: [],
  }
  const leaf = { objective_type: 'ITEM', aggregation: 'EARLIEST', number_field: 'STACK_SIZE', required_number: 1 }
  const asks = (field: string, operator: string, value: string) => ({ field, operator, value })
  const objective = (name: string, conditions: readonly object[]) => ({
    kind: 'save_objective',
    objective: { ...leaf, name, parent_id: null, parent_key: 'belts', scoring_preset_key: 'ten', conditions },
  })
  await send(admin, 'POST', `/events/${event.id}/definition/edits`, {
    edits: [
      {
        kind: 'save_preset',
        key: 'ten',
        preset: { name: 'Ten', type: 'OBJECTIVE', scoring_method: 'PRESENCE', points: [10], point_cap: 0 },
      },
      { kind: 'save_objective', key: 'belts', objective: { ...branch, name: 'Belts', parent_id: event.root_id } },
      objective('Find Mageblood', [asks('NAME', 'EQ', 'Mageblood')]),
      objective('A belt of level 80', [asks('ITEM_CLASS', 'EQ', 'Belt'), asks('ILVL', 'GT', '79')]),
      objective('Unique gloves of a Deadeye', [asks('ITEM_CLASS', 'EQ', 'Gloves'), asks('WORN_BY', 'EQ', 'Deadeye')]),
      {
        kind: 'save_objective',
        objective: {
          ...leaf,
          name: 'Reach level 60',
          objective_type: 'PLAYER',
          number_field: 'PLAYER_LEVEL',
          required_number: 60,
          parent_id: null,
          parent_key: 'belts',
          scoring_preset_key: 'ten',
          conditions: [],
        },
      },
      objective('A ring with life', [asks('ITEM_CLASS', 'EQ', 'Ring'), asks('EXPLICIT_MODS', 'CONTAINS_MATCH', 'maximum Life')]),
    ],
  })
  return event
}

/** Removes the event, even after a failure. */
let removeEvent = async () => {}
test.afterEach(async ({ page }) => {
  await page.goto('about:blank')
  await removeEvent()
})

test('a player pastes items, reports them also without a connection, and a judge approves', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000)
  const admin = await openAs(browser, await findPlayer(0, 0))
  const { id, join, remove } = await makeEvent(admin.page)
  removeEvent = remove
  await page.goto('/')
  await logIn(page, await findPlayer(3, 7))
  await join(page, team)

  // A near miss says which condition fails.
  await page.goto(`/report?event=${id}`)
  const field = page.getByRole('textbox', { name: 'Item text' })
  const results = page.getByRole('region', { name: 'Result' })
  await field.fill(belt('Headhunter', 79))
  await expect(results.getByRole('heading', { name: 'Headhunter, Heavy Belt counts for nothing here' })).toBeVisible()
  await expect(results).toContainText('Its item level is more than 79')
  await expect(results).toContainText('The item has: 79.')
  await expect(page.getByRole('button', { name: 'Nothing to send' })).toBeDisabled()

  // Two items at once: three reports.
  await field.fill(`${belt('Mageblood', 84)}\n\n${ring}`)
  await expect(results.getByRole('heading', { name: 'Mageblood, Heavy Belt counts for 2 objectives' })).toBeVisible()
  await expect(results.getByRole('heading', { name: 'Gale Loop, Gold Ring counts for 1 objective' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Proof' }).fill('https://clips.example/found')
  await page.getByRole('button', { name: 'Send 3 reports' }).click()
  const own = page.getByRole('complementary', { name: 'Your reports' }).getByRole('listitem')
  await expect(own.filter({ hasText: 'Sent, waiting' })).toHaveCount(3)
  await expect(field).toHaveValue('')

  // The same rare ring again is refused beside the item.
  await field.fill(ring)
  await page.getByRole('button', { name: 'Send 1 report' }).click()
  await expect(results).toContainText('You have reported this item already')

  // Without a connection the report waits in the browser, and is sent once when the connection is back.
  await page.context().setOffline(true)
  await field.fill(belt('Mageblood', 86))
  await page.getByRole('button', { name: 'Send 2 reports' }).click()
  const queued = own.filter({ hasText: 'In the queue' })
  await expect(queued).toHaveCount(1)
  await expect(field).toHaveValue('')
  await page.context().setOffline(false)
  await expect(queued).toHaveCount(0)
  await expect(own.filter({ hasText: 'Sent, waiting' })).toHaveCount(5)

  const judge = await openAs(browser, await findPlayer(1, 0))
  await judge.page.goto(`/submissions?event=${id}`)
  const entry = judge.page
    .getByRole('list', { name: 'List of submissions' })
    .getByRole('listitem')
    .filter({ hasText: 'Find Mageblood' })
  await entry.last().getByRole('button', { name: 'Approve' }).click()
  await expect(entry.filter({ hasText: /Approved/ })).toHaveCount(1)
  await page.reload()
  await expect(own.filter({ hasText: /Approved/ })).toHaveCount(1)
  await page.goto(`/scores/ladder?event=${id}`)
  await expect(page.getByRole('main')).toContainText(team)
  await expect(async () => {
    const scores = await send<Record<string, Record<string, { points: number }>>>(page, 'GET', `/events/${id}/scores/latest`)
    expect(JSON.stringify(scores)).toContain('"points":10')
  }).toPass({ timeout: 60_000 })

  // A build shows worn items and a level at once, and what was reported before is left out.
  await page.goto(`/report?event=${id}`)
  await field.fill('https://pobb.in/abc123')
  await expect(results.getByRole('heading', { name: 'Paste the code, not the link' })).toBeVisible()
  await field.fill(build)
  await expect(results.getByRole('heading', { name: 'Level 61 Deadeye counts 2 times' })).toBeVisible()
  await expect(results.getByRole('heading', { name: 'Hrimsorrow, Goathide Gloves counts for 1 objective' })).toBeVisible()
  await expect(results).toContainText('Reach level 60')
  await page.getByRole('button', { name: 'Send the character (2 results)' }).click()
  await expect(field).toHaveValue('')
  await expect(own.filter({ hasText: 'Reach level 60' })).toHaveCount(1)
  await field.fill(build)
  await page.getByRole('button', { name: 'Send the character (2 results)' }).click()
  await expect(results).toContainText('You have reported all of this already')
  await field.fill('')
  const ofBuild = judge.page
    .getByRole('list', { name: 'List of submissions' })
    .getByRole('listitem')
    .filter({ hasText: 'Unique gloves of a Deadeye' })
  await ofBuild.getByRole('button', { name: 'Approve' }).click()
  await expect(ofBuild.filter({ hasText: /Approved/ })).toHaveCount(1)
  await expect(async () => {
    const scores = await send<Record<string, Record<string, { points: number }>>>(page, 'GET', `/events/${id}/scores/latest`)
    expect(JSON.stringify(scores).match(/"points":10/g)).toHaveLength(2)
  }).toPass({ timeout: 60_000 })

  // Withdrawn: gone.
  await page.goto(`/report?event=${id}`)
  await own.filter({ hasText: 'A ring with life' }).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Delete submission' }).click()
  await expect(own.filter({ hasText: 'A ring with life' })).toHaveCount(0)

  await judge.page.context().close()
  // The browser logs the refusal and the failed requests.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !/status of 409|ERR_INTERNET_DISCONNECTED|WebSocket/.test(text)),
  )
})
