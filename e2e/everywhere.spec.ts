import { expect, listPlayers, logIn, test } from './journey.ts'
import { changeTheme, expectNoSidewaysScroll, listObjections, type Theme } from './look-over.ts'

// What must hold on every finished screen, in both themes and at every width.

test.describe.configure({ mode: 'parallel' })

/** Each screen, and a heading or text that is there once it has what it shows; `admin`: only after the organiser has logged in. */
const screens: readonly (readonly [path: string, shows: string, by?: 'admin'])[] = [
  ['/', 'Tidebreakers'],
  ['/scores/ladder', 'Tidebreakers'],
  ['/scores/collections', 'Tidebreakers'],
  ['/scores/uniques', 'Tidebreakers'],
  ['/scores/races', 'Tidebreakers'],
  ['/scores/bounties', 'Tidebreakers'],
  ['/scores/dailies', 'Tidebreakers'],
  ['/scores/heist', 'Tidebreakers'],
  ['/scores/gems', 'Tidebreakers'],
  ['/scores/scarabs', 'Tidebreakers'],
  ['/scores/delve', 'Tidebreakers'],
  ['/scores/progress', 'Tidebreakers'],
  ['/rules', 'How points are scored'],
  ['/tracking', 'Log in to see how you are tracked'],
  ['/profile/1', 'Winter Muster'],
  ['/scores/for-you?team=3', 'Tasks'],
  ['/?event=2', 'Applications close in'],
  ['/played', 'Only participants can report'],
  ['/submissions', 'What players report having done'],
  ['/team-sort', 'No published teams'],
  ['/settings', 'In this browser'],
  ['/streams', 'appear here while they stream'],
  ['/streams/nobody-we-know', 'No participant is streaming as'],
  ['/admin', 'your right is in the corner', 'admin'],
  ['/admin/events', 'Winter Muster', 'admin'],
  ['/admin/events/1/teams', 'Tidebreakers', 'admin'],
  ['/admin/events/1/scoring-presets', 'Ranked by time', 'admin'],
  ['/admin/events/1/definition', 'Download YAML', 'admin'],
  ['/admin/events/1/categories/root', 'Choose one in the tree', 'admin'],
  ['/admin/user-management', 'What roles open', 'admin'],
  ['/admin/recurring-jobs', 'Reading goes on from', 'admin'],
  ['/admin/activity', 'Hours a day, each', 'admin'],
  ['/admin/problems', 'From the game', 'admin'],
  ['/admin/tracking', 'players', 'admin'],
  ['/admin/announcements', 'New announcement', 'admin'],
  ['/admin/signups', 'Message to copy', 'admin'],
  ['/admin/team-sort', 'Suggest teams', 'admin'],
]

/** Screens of the admin area, and who may open them: the lead of the first team runs the demo, that of the second judges. */
const adminScreens: readonly (readonly [path: string, shows: string, team: number])[] = [
  ['/admin/submissions', 'Judge desk', 1],
  ['/admin/corrections', 'What judges changed in the count by hand', 1],
]

// Half of the screens are loaded in each theme, and all are seen in both.
const themes = (place: number): [Theme, Theme] => (place % 2 === 0 ? ['dark', 'light'] : ['light', 'dark'])

for (const [place, [screen, shows, by]] of screens.entries()) {
  test(`${screen} can be reached with the keyboard, has nothing that axe objects to in either theme, and does not scroll sideways`, async ({
    page,
  }) => {
    const [first, second] = themes(place)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    if (by === 'admin') {
      test.slow()
      await page.goto('/')
      await logIn(page, (await listPlayers())[0]?.name ?? '')
    }
    await page.goto(screen)
    await expect(page.getByText(shows).first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    expect(await listObjections(page, 'everything'), `in ${first}`).toEqual([])
    await changeTheme(page, second)
    expect(await listObjections(page, 'colours'), `in ${second}`).toEqual([])
    for (const width of [1440, 801, 800, 360]) await expectNoSidewaysScroll(page, width)
  })
}

for (const [place, [screen, shows, team]] of adminScreens.entries()) {
  test(`${screen} can be reached with the keyboard, has nothing that axe objects to in either theme, and does not scroll sideways`, async ({
    page,
  }) => {
    const [first, second] = themes(place)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    await page.goto(screen)
    await logIn(page, (await listPlayers()).find((one) => one.team === team)?.name ?? '')
    await page.goto(screen)
    await expect(page.getByText(shows).first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    expect(await listObjections(page, 'everything'), `in ${first}`).toEqual([])
    await changeTheme(page, second)
    expect(await listObjections(page, 'colours'), `in ${second}`).toEqual([])
    for (const width of [1440, 801, 800, 360]) await expectNoSidewaysScroll(page, width)
  })
}

test('the theme follows the system while the page is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).not.toBe(dark)
})

test('the pages come with a content security policy that allows no inline script', async ({ page }) => {
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})
