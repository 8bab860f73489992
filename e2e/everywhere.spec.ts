import { expect, test } from './journey.ts'
import { changeTheme, expectNoSidewaysScroll, listObjections, type Theme } from './look-over.ts'

// What must hold on every finished screen, in both themes and at every width.

test.describe.configure({ mode: 'parallel' })

/** Each screen, and a heading or text that is there once it has what it shows. */
const screens: readonly (readonly [path: string, shows: string])[] = [
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
  ['/settings', 'In this browser'],
  ['/streams', 'appear here while they stream'],
  ['/streams/nobody-we-know', 'No participant is streaming as'],
]

// Half of the screens are loaded in each theme, and all are seen in both.
const themes = (place: number): [Theme, Theme] => (place % 2 === 0 ? ['dark', 'light'] : ['light', 'dark'])

for (const [place, [screen, shows]] of screens.entries()) {
  test(`${screen} can be reached with the keyboard, has nothing that axe objects to in either theme, and does not scroll sideways`, async ({
    page,
  }) => {
    const [first, second] = themes(place)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
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
