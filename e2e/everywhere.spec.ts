import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

// What must hold on every finished screen, in both themes and at every width.

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
  ['/submissions', 'What players say to have done'],
  ['/settings', 'In this browser'],
  ['/streams', 'appear here while they stream'],
  ['/streams/nobody-we-know', 'No participant streams as'],
]

for (const [screen, shows] of screens) {
  test(`${screen} has nothing that axe objects to in either theme, and does not scroll sideways at any width`, async ({
    page,
  }) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(screen)
      await expect(page.getByText(shows).first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      const complaints = violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }))
      expect(complaints, `in ${colorScheme}`).toEqual([])
    }
    for (const width of [1440, 801, 800, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overhang, { message: `at ${width} px` }).toBeLessThanOrEqual(0)
    }
  })

  test(`${screen} can be reached and read with the keyboard alone`, async ({ page }) => {
    await page.goto(screen)
    await expect(page.getByText(shows).first()).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
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
