import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from './journey.ts'

// Checks for every page, independent of its content.

export type Theme = 'dark' | 'light'

/** Violations found by axe, as rule and elements. Only the colours differ between the themes, and they take most of the time. */
export async function listObjections(page: Page, part: 'everything' | 'colours'): Promise<{ rule: string; where: string[] }[]> {
  const colours = part === 'colours' && { runOnly: { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] } }
  // Reports only violations, and checks only this frame: our pages contain no other frames. Otherwise most of the time goes into
  // the descriptions of thousands of correct elements.
  await rest(page)
  // axe is inserted twice for each analysis, even if it is already loaded; that takes as long as a small page.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'], ...colours })
    .setLegacyMode()
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => ({ rule: id, where: nodes.map((node) => node.target.join(' ')) }))
}

/** Waits for animations to end: text that is fading has too little contrast. */
async function rest(page: Page): Promise<void> {
  const isMoving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .some(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().activeDuration !== Infinity),
    )
  await expect.poll(isMoving).toBe(false)
}

/** Switches a page to a theme and waits until it is applied. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await expect.poll(() => findOverhang(page), { message: `at ${width} px` }).toEqual([])
}

/** Runs all these checks on the current page. */
export async function lookOver(page: Page): Promise<void> {
  await showTheme(page, 'dark')
  expect(await listObjections(page, 'everything'), 'in dark').toEqual([])
  await showTheme(page, 'light')
  expect(await listObjections(page, 'colours'), 'in light').toEqual([])
  for (const width of [1440, 800, 360]) await expectNoSidewaysScroll(page, width)
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** The outermost unclipped elements that extend beyond the window, if it scrolls sideways. */
export const findOverhang = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement
      return (
        parent !== null && parent !== document.body && (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent))
      )
    }
    const beyond = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element),
    )
    const tell = (element: Element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`
    const named = beyond
      .slice(0, 8)
      .map((element) => `${element.parentElement ? tell(element.parentElement) : ''} > ${tell(element)}`)
    return named.length > 0 ? named : [`${document.documentElement.scrollWidth} px wide`]
  })

/** Expects the page to be loaded and complete, and no user text to have run as code. */
export async function expectWholePage(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('main'), address).toBeVisible()
  await expect(page.locator('main .skeleton'), address).toHaveCount(0, { timeout: 60_000 })
  await expect(page.getByText('Something went wrong on this page'), address).toHaveCount(0)
  await expect(page.getByText('on our side', { exact: false }), address).toHaveCount(0)
  expect(await page.evaluate(() => 'attacked' in window), address).toBe(false)
  expect(await page.locator('img[src="x"], a[href^="javascript"]').count(), address).toBe(0)
}
