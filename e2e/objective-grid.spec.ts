import { readFileSync } from 'node:fs'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { type Hands, withMouse } from './hands.ts'
import { makeHiddenEvent } from './hidden-event.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { listObjections } from './look-over.ts'
import { Stopwatch, timeReading } from './stopwatch.ts'

const admin = 'Marrowlight#2313'
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const headings = ['Item', 'Objective', 'Category', 'Type', 'Amount', 'Points', 'Opens', 'Comment'] as const
type Cells = Partial<Record<(typeof headings)[number], string>>

const repeat = (count: number, make: (at: number) => Cells) => Array.from({ length: count }, (_, at) => make(at + 1))

/** A season: 80 sets, 40 dailies, races, bounties and personal steps. */
const season: readonly Cells[] = [
  ...repeat(800, (at) => ({
    Category: `Collections > Set ${Math.ceil(at / 10)}`,
    Objective: `Find ${at}`,
    Type: at % 2 === 0 ? 'Unique' : 'Div. card',
    Points: 'Set',
  })),
  ...repeat(40, (at) => ({
    Category: 'Dailies',
    Objective: `Daily ${at}`,
    Item: `Item level is more than ${at}; Corrupted is yes`,
    Points: 'Set',
  })),
  ...repeat(60, (at) => ({ Category: 'Races', Objective: `Reach depth ${at * 10}`, Type: 'Depth', Amount: String(at * 10) })),
  ...repeat(60, (at) => ({ Category: 'Bounties', Objective: `Bounty ${at}`, Type: 'By hand', Comment: 'a clip, please' })),
  ...repeat(40, (at) => ({ Category: 'Personal', Objective: `Level ${at + 60}`, Type: 'Level', Amount: String(at + 60) })),
]

/** Each mistake, with words of its message, the column of the grid, and a correct text. */
const mistakes: readonly (readonly [cells: Cells, problem: string, column: string, right: string])[] = [
  [{ Amount: 'three' }, 'Required "three" is not a whole number from 1', 'Required', '3'],
  [{ Type: 'Uniqe' }, 'Kind "Uniqe" is not a kind; did you mean "Unique"?', 'Kind', 'Unique'],
  [{ Points: 'Sett' }, 'Preset "Sett" is not a preset of this event; did you mean "Set"?', 'Preset', 'Set'],
  [{ Opens: 'later' }, 'Opens "later" is not a date and time', 'Opens', ''],
  [{ Objective: '' }, 'Name is empty', 'Name', 'Forgotten'],
]
const planted = new Map(Array.from({ length: 20 }, (_, at) => [at * 39 + 6, mistakes[at % mistakes.length] ?? mistakes[0]]))

const table = [
  headings,
  ...season.map((cells, at) => headings.map((heading) => ({ ...cells, ...planted.get(at)?.[0] })[heading] ?? '')),
]
  .map((row) => row.join('\t'))
  .join('\n')

async function apply(page: Page, { press }: Hands, button: RegExp): Promise<void> {
  await press(page.getByRole('button', { name: button }))
  const dialog = page.locator('[role=dialog]:not(.toast)')
  await expect(dialog).toContainText('You can undo this.')
  const confirm = dialog.getByRole('button').last()
  // After the preview, the button states the effect, or that it is unknown.
  await expect(confirm).toBeEnabled({ timeout: 90_000 })
  await press(confirm)
  await expect(dialog).toBeHidden({ timeout: 90_000 })
}

test('a designer brings a thousand rows with 20 mistakes into an empty event in 15 minutes, undoes them, and takes them out as CSV', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await page.goto('/')
  await logIn(page, admin)
  const event = await makeHiddenEvent(page, 'Gridded Muster')
  const watch = new Stopwatch()
  const hands = watch.time(withMouse(page))
  await page.goto(`/admin/events/${event.id}/definition`)
  await page
    .getByRole('textbox', { name: 'Definition' })
    .fill(`muster_definition: 1\nscoring_presets:\n  - {name: Set, scoring_method: ${scoringMethods[0]}, points: [10]}\n`)
  await apply(page, hands, /^Apply 1 edit$/)

  const rows = page.getByRole('textbox', { name: 'Rows from a spreadsheet' })
  await hands.press(rows)
  await rows.fill(table)
  await hands.press(page.getByRole('button', { name: 'Add these rows' }))
  await expect(page.getByText('980 ready: 980 new')).toBeVisible({ timeout: 90_000 })
  await hands.press(page.getByRole('button', { name: 'With mistakes: 20' }))
  for (const [at, [, problem] = ['', '']] of planted) {
    await expect(page.getByRole('button', { name: `Remove row ${at + 1}`, exact: true })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: problem }).first()).toBeVisible()
  }
  await expect(page.locator('.grid-problem')).toHaveCount(20)
  expect(await listObjections(page, 'everything')).toEqual([])

  for (const [at, [, , column, right] = ['', '', '', '']] of planted)
    await hands.write(page.getByRole('textbox', { name: `${column}, row ${at + 1}`, exact: true }), right)
  await expect(page.getByText('1,000 ready: 1,000 new')).toBeVisible({ timeout: 90_000 })

  await hands.press(page.getByText('Open rows one after the other'))
  await hands.write(page.getByRole('textbox', { name: 'First row' }), '801')
  await hands.write(page.getByRole('textbox', { name: 'Last row' }), '840')
  await hands.write(page.getByRole('textbox', { name: 'Rows each day' }), '2')
  await hands.write(page.getByLabel('First day'), day(5).slice(0, 10))
  await hands.press(page.getByRole('button', { name: 'Fill the times' }))
  await expect(page.getByText('Times of 40 rows filled').first()).toBeVisible()

  await apply(page, hands, /^Apply 1,\d+ edits$/)
  await expect(page.getByText('The changes of the rows appear here.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('textbox', { name: 'Name, row 1', exact: true })).toBeVisible()
  const minutes = (watch.lap() + timeReading(3, 3)) / 60
  test.info().annotations.push({ type: 'minutes of a thousand rows', description: minutes.toFixed(1) })
  expect(minutes).toBeLessThan(15)

  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByText('1,000 ready: 1,000 new')).toBeVisible({ timeout: 90_000 })

  await apply(page, hands, /^Apply 1,\d+ edits$/)
  await expect(page.getByText('The changes of the rows appear here.')).toBeVisible({ timeout: 90_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all objectives as CSV' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain(
    `Dailies,Daily 40,Item,"Item level is more than 40; Corrupted is yes",Stack size,1,Set,First completion,${day(24).slice(0, 10)} 18:00`,
  )
  await page.getByLabel('Open a CSV file').setInputFiles({ name: 'season.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('The event already has all of these rows.')).toBeVisible({ timeout: 90_000 })
  await page.getByRole('button', { name: 'Remove all rows' }).click()
  await event.remove()
})
