import { chooseAt } from './choices.ts'
import { type Page, expect, listPlayers, logIn, test } from './journey.ts'
import { expectNoSidewaysScroll, listObjections, showTheme } from './look-over.ts'

// Pages of a player and a character. The simulated game creates builds from the first minutes on.

interface Entry {
  readonly user_id: number | null
  readonly account_name: string
  readonly character: { readonly id: string } | null
}

const readLadder = async (page: Page) => (await (await page.request.get('/api/events/current/ladder')).json()) as readonly Entry[]

/** Waits until the first character of the ladder has two builds. */
async function waitForBuilds(page: Page): Promise<void> {
  test.setTimeout(180_000)
  const count = async () => {
    const { user_id, character } =
      (await readLadder(page)).find((entry) => entry.user_id !== null && entry.character !== null) ?? {}
    if (!character) return 0
    const builds = await page.request.get(`/api/users/${user_id}/characters/${character.id}/pobs?limit=2`)
    return ((await builds.json()) as unknown[]).length
  }
  await expect.poll(count, { timeout: 120_000 }).toBe(2)
}

/** Opens the first character of the ladder, like a visitor. */
async function followLadder(page: Page): Promise<void> {
  await waitForBuilds(page)
  await page.goto('/scores/ladder')
  await page.getByRole('region', { name: 'Characters' }).locator('a[href*="/profile/"]').first().click({ timeout: 45_000 })
  await expect(page).toHaveURL(/\/profile\/\d+\/\d+\/\w+/)
}

async function openCharacter(page: Page): Promise<void> {
  await followLadder(page)
  await expect(page.getByRole('region', { name: 'Equipment' })).toBeVisible({ timeout: 45_000 })
}

test('a visitor opens a character from the ladder, and reads its items by keyboard', async ({ page }) => {
  await openCharacter(page)
  const equipment = page.getByRole('region', { name: 'Equipment' })
  await equipment.getByRole('button', { name: /^Helmet: / }).focus()
  await expect(equipment.getByRole('button', { name: /^Helmet: / })).toHaveAttribute('aria-pressed', 'true')
  await expect(equipment.getByRole('article')).toContainText('Item level')
  await expect(page.getByRole('region', { name: 'Skills' })).toContainText('level')
  // The export contains 0 for each stat, because other programs need a value; the stats have not been calculated.
  await expect(page.getByText('The stats of this build have not been calculated.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tracking' })).toContainText('ago')
})

test('a visitor steps through builds by keyboard, reopens one by its address, and compares two', async ({ page }) => {
  await openCharacter(page)
  const slider = page.getByRole('slider', { name: 'Displayed build' })
  await expect(slider).toBeEnabled()
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL(/build=\d+/)
  await page.reload()
  await expect(page.getByText(/, build 1 of \d+/)).toBeVisible()
  await page.getByRole('button', { name: 'Next build' }).click()
  await chooseAt(page.getByLabel('Compare with'), 1)
  await expect(page.getByRole('region', { name: /^Changes since/ })).toBeVisible()
  await expect(page).toHaveURL(/with=\d+/)
})

test('without an imported passive tree the page says what to do; with one it draws the passives', async ({ page }) => {
  await openCharacter(page)
  const passives = page.getByRole('region', { name: 'Passive tree' })
  await expect(passives).toContainText('npm run game-data -- import FILE')
  // A made-up tree with the starting nodes of the classes; every character has one of them.
  const starts = [58_833, 47_175, 50_459, 54_447, 50_986, 61_525, 44_683]
  const nodes = starts.map((id, place) => ({
    id,
    name: `Beginning ${place}`,
    kind: 'notable',
    stats: ['A first step'],
    ascendancy: null,
    x: place * 300,
    y: 0,
  }))
  await page.route('**/api/game-trees/poe1/passive*', (route) =>
    route.fulfill({ json: { game_version: 'poe1', kind: 'passive', patch: '3_29', nodes, edges: [] } }),
  )
  await page.reload()
  await expect(passives.getByRole('img', { name: /^Passive tree with \d+ passives/ })).toBeVisible()
  await passives.getByRole('button', { name: /Beginning/ }).click()
  await expect(passives.getByText('A first step')).toBeVisible()
})

test('an unreadable build does not affect the rest of the page', async ({ page }) => {
  await page.route('**/pobs*', async (route) => {
    const answer = await route.fetch()
    const builds = (await answer.json()) as { export_string: string }[]
    await route.fulfill({ json: builds.map((build) => ({ ...build, export_string: 'eN broken' })) })
  })
  await followLadder(page)
  await expect(page.getByText('This build cannot be read')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByRole('region', { name: 'Tracking' })).toBeVisible()
})

test('a section that fails to load shows an error and works after a retry', async ({ page, complaints }) => {
  let isDown = true
  await page.route('**/api/users/*/characters/*/pobs*', (route) =>
    isDown ? route.fulfill({ status: 400, json: {} }) : route.continue(),
  )
  await followLadder(page)
  const builds = page.getByRole('region', { name: 'Build over time' })
  await expect(builds.getByRole('alert')).toBeVisible()
  isDown = false
  await builds.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Equipment' })).toBeVisible({ timeout: 45_000 })
  // The browser itself logs the answer made up by this journey.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 400/.test(text)))
})

test('points link to the receipt that explains them', async ({ page }) => {
  await openCharacter(page)
  const given = page.getByRole('region', { name: 'Points contributed' })
  await given
    .getByRole('button', { name: /^Why: / })
    .first()
    .click({ timeout: 45_000 })
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt).toContainText('Total')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await receipt.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Link to the receipt copied')
  const sentence = await receipt.getByRole('heading', { level: 3 }).textContent()
  // The Escape key would close the message first.
  await receipt.getByRole('button', { name: 'Close' }).click()
  await expect(receipt).toHaveCount(0)

  // The link opens the same receipt; once closed it stays closed.
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(receipt.getByRole('heading', { level: 3 })).toHaveText(sentence ?? '')
  await page.keyboard.press('Escape')
  await expect(receipt).toHaveCount(0)
  await expect(page).not.toHaveURL(/receipt/)
})

/** Waits until a suitable player has a character: one whose login no other journey ends. */
async function findWhoPlays(page: Page): Promise<string> {
  test.setTimeout(180_000)
  const names = (await listPlayers()).filter(({ team }) => team === 2).slice(0, 8)
  let found = ''
  const find = async () => {
    const shown = new Set((await readLadder(page)).flatMap((one) => (one.character && one.user_id ? [one.account_name] : [])))
    found = names.find(({ name }) => shown.has(name))?.name ?? ''
    return found
  }
  await expect.poll(find, { timeout: 120_000 }).not.toBe('')
  return found
}

test('a player sees their own active time and login; other visitors do not', async ({ page }) => {
  const name = await findWhoPlays(page)
  await page.goto('/')
  await logIn(page, name)
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page
    .getByRole('list', { name: /^Characters in Winter Muster/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Active time' })).toContainText('hours')
  await expect(page.getByRole('region', { name: 'Tracking' })).toContainText('valid until')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByRole('region', { name: 'Tracking' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Active time' })).toHaveCount(0)
})

test('a player reads their own record and hides it from everyone else', async ({ page, complaints }) => {
  const player = (await listPlayers()).filter(({ team }) => team === 2)[9]
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  await page.getByRole('combobox', { name: 'Who sees it' }).selectOption('Only me and the admins')
  await expect(page.getByText('Everyone else sees “Player not found”.')).toBeVisible()
  await page.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByText('Only you and the admins can see this page.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Events' })).toContainText('Winter Muster')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('Player not found')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(player?.name ?? '')
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 404/.test(text)))
})

test('invalid profile addresses show an explanation', async ({ page, complaints }) => {
  await page.goto('/profile/nobody')
  await expect(page.getByText('Could not find page')).toBeVisible()
  await page.goto('/profile/999999')
  await expect(page.getByText('Player not found')).toBeVisible()
  await page.goto('/profile/1/1/%F0%9F%A6%8A')
  await expect(page.getByText('Character not found for this player')).toBeVisible()
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 404/.test(text)))
})

test("a character's page passes axe in both themes, and does not scroll sideways at any width", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await openCharacter(page)
  await chooseAt(page.getByLabel('Compare with'), 1)
  await expect(page.getByRole('region', { name: /^Changes since/ })).toBeVisible()
  expect(await listObjections(page, 'everything')).toEqual([])
  await showTheme(page, 'light')
  expect(await listObjections(page, 'colours')).toEqual([])
  for (const width of [1440, 801, 800, 360]) await expectNoSidewaysScroll(page, width)
})
