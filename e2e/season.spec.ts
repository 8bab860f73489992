import { send } from './calls.ts'
import { readEventClock } from './hidden-event.ts'
import { expect, logIn, type Page, test } from './journey.ts'
import { findPlayer, makeRunningEvent } from './running-event.ts'

// An organiser builds a small version of a season of April 2026 through the pages: medals, several rules, a board of 5 x 5,
// thresholds, points that fall with each piece, and a share of a set. A judge's corrections are used instead of play; the score
// pages show what each rule pays.

const medals = '10000, 100, 1, 0'
interface PresetInput {
  readonly name: string
  readonly method: string
  readonly points: string
  readonly more?: Readonly<Record<string, string>>
}
const presets: readonly PresetInput[] = [
  { name: 'Medal', method: 'Ranked by time', points: medals },
  { name: 'Found', method: 'Fixed points on completion', points: '5' },
  { name: 'Each one less', method: 'Points per unit', points: '8, 4, 2, 1', more: { Cap: '150' } },
  { name: 'Steps', method: 'Points by threshold', points: '1, 2, 4', more: { Thresholds: '10, 20, 40' } },
  {
    name: 'Most of a set',
    method: 'Ranked by completion of all children',
    points: medals,
    more: { 'Percent of children required': '60' },
  },
  { name: 'More for each', method: 'Bonus per finished child', points: '1, 2, 3, 4, 5' },
  { name: 'First line', method: 'Lines on a board', points: medals },
  { name: 'Two lines', method: 'Lines on a board', points: '500, 50', more: { 'Lines required': '2' } },
]

/** The open dialog. Toasts are dialogs too. */
const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)')
const row = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Objectives' }).getByRole('treeitem', { name: new RegExp(`^${name}(?: |$)`) })

async function createPreset(page: Page, { name, method, points, more = {} }: PresetInput): Promise<void> {
  await page.getByRole('button', { name: 'New preset' }).click()
  await sheet(page).getByLabel('Name', { exact: true }).fill(name)
  await sheet(page).getByLabel('Method').selectOption(method)
  await sheet(page).getByLabel('Points', { exact: true }).fill(points)
  for (const [label, value] of Object.entries(more)) await sheet(page).getByLabel(label, { exact: true }).fill(value)
  await sheet(page).getByRole('button', { name: 'Create preset' }).click()
  await expect(sheet(page)).toHaveCount(0)
}

/** Confirms a change of the running event, after its preview. */
async function agree(page: Page, question: string): Promise<void> {
  const asked = sheet(page).filter({ hasText: question })
  await expect(asked.locator('.what-if')).toHaveAttribute('aria-busy', 'false')
  await asked.getByRole('button').last().click()
  await expect(sheet(page)).toHaveCount(0)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check and save' }).click()
  await agree(page, 'Save this change?')
}

/** Chooses the scoring rules of the open objective in their order. */
async function chooseRules(page: Page, [first, ...further]: readonly string[]): Promise<void> {
  if (first === undefined) return
  const choose = async (label: string, name: string) => {
    const method = presets.find((preset) => preset.name === name)?.method
    await page.getByLabel(label, { exact: true }).selectOption({ label: `${name} (${method})` })
  }
  await choose('Scoring preset', first)
  for (const [at, name] of further.entries()) {
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await choose(`Rule ${at + 2}`, name)
  }
}

async function createCategory(page: Page, event_id: number, name: string, rules: readonly string[]): Promise<void> {
  await page.goto(`/admin/events/${event_id}/categories/root`)
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await chooseRules(page, rules)
  await save(page)
  await expect(row(page, name)).toBeVisible()
}

async function createMany(page: Page, category: string, names: readonly string[], preset: string): Promise<void> {
  await row(page, category).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: `Create many in ${category}` }).click()
  await sheet(page).getByLabel('Names, or a table').fill(names.join(', '))
  await sheet(page).getByLabel('Scoring preset').selectOption(preset)
  await sheet(page)
    .getByRole('button', { name: `Create ${names.length} objectives` })
    .click()
  await agree(page, `Create ${names.length} objectives in ${category}?`)
}

test('an organiser builds a season with medals, several rules, a board, thresholds and a share of a set, and its pages show what each pays', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const admin = await (await browser.newContext()).newPage()
  admin.setDefaultTimeout(30_000)
  await admin.goto('/')
  await logIn(admin, 'Marrowlight#2313')
  const event = await makeRunningEvent(admin, 'Medal Muster')
  const [reds, blues] = [await findPlayer(1, 8), await findPlayer(2, 8)]
  for (const [name, team] of [
    [reds, 'Reds'],
    [blues, 'Blues'],
  ] as const) {
    const player = await (await browser.newContext()).newPage()
    await player.goto('/')
    await logIn(player, name)
    await event.join(player, team)
    await player.context().close()
  }

  await admin.goto(`/admin/events/${event.id}/scoring-presets`)
  for (const preset of presets) await createPreset(admin, preset)

  await createCategory(admin, event.id, 'Set', ['Most of a set', 'More for each'])
  const pieces = ['Piece A', 'Piece B', 'Piece C', 'Piece D', 'Piece E']
  await createMany(admin, 'Set', pieces, 'Found')
  await createCategory(admin, event.id, 'Fields', ['First line', 'Two lines'])
  const fields = Array.from({ length: 25 }, (_, at) => `Field ${String.fromCharCode(65 + (at % 5))}${Math.floor(at / 5) + 1}`)
  await createMany(admin, 'Fields', fields, 'Found')
  await createCategory(admin, event.id, 'Hunts', [])
  await createMany(admin, 'Hunts', ['Treasure', 'Heap', 'Climb'], 'Medal')
  // One objective after the other: a medal and a fixed part, a medal and a falling part, thresholds.
  await row(admin, 'Treasure').click()
  await chooseRules(admin, ['Medal', 'Found'])
  await save(admin)
  await row(admin, 'Heap').click()
  await chooseRules(admin, ['Medal', 'Each one less'])
  await admin.getByLabel('Required', { exact: true }).fill('6')
  await save(admin)
  await row(admin, 'Climb').click()
  await chooseRules(admin, ['Steps'])
  await admin.getByLabel('How numbers add up', { exact: true }).selectOption({ label: 'Highest value' })
  await admin.getByLabel('Required', { exact: true }).fill('40')
  await save(admin)

  await row(admin, 'Fields').click()
  await admin.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(sheet(admin)).toContainText('12 lines can be completed.')
  await expect(sheet(admin).getByRole('group', { name: 'Rows' })).toContainText('5')
  await expect(sheet(admin).getByRole('group', { name: 'Columns' })).toContainText('5')
  await sheet(admin).getByRole('button', { name: 'Cancel' }).click()

  await play(admin, event.id)
  await page.goto(`/?event=${event.id}`)
  const standings = page.getByRole('region', { name: 'Standings' })
  // A medal and 5 for Treasure, a medal and 8 + 4 + 2 + 1 + 1 + 1 for Heap, a medal for the first line and 5 for each of its
  // fields.
  await expect(standings).toContainText('30,047', { timeout: 60_000 })
  // 105 and 8 + 4; 2 for the second threshold; a medal for 60 percent of the set, 5 for each piece, and 1 + 2 + 3.
  await expect(standings).toContainText('10,140')
  await page.goto(`/scores/hunts?event=${event.id}`)
  await expect(page.getByText('10,000 / 100 / 1, then 0 + up to 150')).toBeVisible()
  await expect(page.locator('body')).toContainText('20,022')
  // Scored by lines, so it is shown as a board.
  await page.goto(`/scores/fields?event=${event.id}`)
  await expect(page.getByRole('grid')).toBeVisible()
  await event.remove()
})

/** Facts of both teams, a minute apart. */
async function play(admin: Page, event_id: number): Promise<void> {
  interface Node {
    readonly id: number
    readonly name: string
    readonly children: readonly Node[]
  }
  const root = await send<Node>(admin, 'GET', `/events/${event_id}/objectives`)
  const ids = new Map<string, number>()
  const walk = ({ id, name, children }: Node): void => {
    ids.set(name, id)
    children.forEach(walk)
  }
  walk(root)
  const teams = await send<{ id: number; name: string }[]>(admin, 'GET', `/events/${event_id}/teams`)
  const start = (await readEventClock(admin)) - 3_600_000
  let minute = 0
  const give = async (team: string, name: string, number = 1) => {
    const timestamp = new Date(start + ++minute * 60_000).toISOString()
    const team_id = teams.find((one) => one.name === team)?.id
    const body = { objective_id: ids.get(name), team_id, number, timestamp, reason: 'Seen on the stream.' }
    await send(admin, 'POST', `/events/${event_id}/corrections`, body)
  }
  await give('Reds', 'Treasure')
  await give('Blues', 'Treasure')
  await give('Reds', 'Heap', 6)
  await give('Blues', 'Heap', 2)
  await give('Blues', 'Climb', 25)
  for (const name of ['Piece A', 'Piece B', 'Piece C']) await give('Blues', name)
  for (const letter of 'ABCDE') await give('Reds', `Field ${letter}1`)
}
