import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

// What must hold on every finished screen, in both themes and at every width.

const screens = [
  '/',
  '/scores/ladder',
  '/scores/collections',
  '/scores/uniques',
  '/scores/dailies',
  '/scores/delve',
  '/scores/progress',
  '/rules',
] as const
const themes = ['dark', 'light'] as const

for (const screen of screens) {
  for (const theme of themes) {
    test(`${screen} in ${theme} has nothing that axe objects to`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(screen)
      await expect(page.getByText('Tidebreakers').first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }))).toEqual([])
    })
  }

  for (const width of [360, 800, 801, 1440]) {
    test(`${screen} does not scroll sideways at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(screen)
      await expect(page.getByRole('main')).toContainText(/TID|Tidebreakers/)
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    })
  }

  test(`${screen} can be reached and read with the keyboard alone`, async ({ page }) => {
    await page.goto(screen)
    await expect(page.getByText('Tidebreakers').first()).toBeVisible()
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
