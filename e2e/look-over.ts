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

/** Bars, and marks of the current page or tab, that forced colours make invisible. */
export const findLostMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor
    const isSeen = (colour: string) => colour !== ground && colour !== 'rgba(0, 0, 0, 0)'
    const bars = [...document.querySelectorAll('.bar, .tally i, .personal-bar')].filter((bar) => {
      const { backgroundImage, outlineStyle } = getComputedStyle(bar)
      return outlineStyle !== 'solid' || (bar.classList.contains('bar') && backgroundImage === 'none')
    })
    const current = [...document.querySelectorAll('nav [aria-current], [role=tab][aria-selected=true]')].filter((link) => {
      const marks = ['::before', '::after'].map((part) => getComputedStyle(link, part))
      return (
        link.checkVisibility() &&
        !marks.some(({ content, backgroundColor }) => content !== 'none' && isSeen(backgroundColor)) &&
        !isSeen(getComputedStyle(link).borderBottomColor) &&
        getComputedStyle(link).boxShadow === 'none'
      )
    })
    return [...bars, ...current].slice(0, 8).map((element) => element.outerHTML.slice(0, 120))
  })

/** Finds what does not belong on paper: buttons, navigation and light text. */
export const findWasteOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressed = [...document.querySelectorAll('nav, .btn, .icon-btn, .foot, .top, .announced, .chip, .select, input')].filter(
      (element) => element.checkVisibility(),
    )
    const lightness = (colour: string) =>
      [...colour.matchAll(/[\d.]+/g)].slice(0, 3).reduce((sum, [value]) => sum + Number(value), 0) / 3
    const pale = [...document.querySelectorAll('main :is(h1, h2, th, td)')].filter(
      (element) => element.checkVisibility() && lightness(getComputedStyle(element).color) > 150,
    )
    const ground = getComputedStyle(document.body).backgroundColor
    return [
      ...(ground === 'rgb(255, 255, 255)' ? [] : [`the ground is ${ground}`]),
      ...[...pressed, ...pale].slice(0, 8).map((element) => element.outerHTML.slice(0, 120)),
    ]
  })

/**
 * Text that cannot be read: words that are broken at the end of a line, and lines that overlap other lines. People's names may be
 * one endless word, so only words of up to fourteen letters count.
 */
export const findBadText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      readonly node: Node
      readonly text: string
      readonly top: number
      readonly bottom: number
      readonly left: number
      readonly right: number
    }
    const range = document.createRange()
    /** The part of a rectangle that no ancestor cuts off. */
    const clip = (rect: DOMRect, element: Element): Omit<Line, 'text' | 'node'> => {
      let { top, bottom, left, right } = rect
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        if (overflowX !== 'visible' || clipPath !== 'none') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        if (overflowY !== 'visible' || clipPath !== 'none') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      return { top, bottom, left, right }
    }
    /** Bars that stay in view lie on top of what scrolls below them. */
    const floats = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
      return false
    }
    const lines: Line[] = []
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { parentElement: element, textContent } = node
      const text = textContent ?? ''
      if (!element || text.trim() === '' || element.closest('option, script, style, .vh, .table-far')) continue
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || floats(element)) continue
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const seen = clip(rect, element)
        if (seen.right - seen.left > 2 && seen.bottom - seen.top > 4)
          lines.push({ node, text: text.trim().slice(0, 40), ...seen })
      }
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        if (word.length > 14) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const seen = [...range.getClientRects()].filter((rect) => clip(rect, element).right - clip(rect, element).left > 2)
        const tops = new Set(seen.map(({ top }) => Math.round(top)))
        if (tops.size > 1) broken.push(`"${word}" is broken in "${text.trim().slice(0, 40)}"`)
      }
    }
    lines.sort((a, b) => a.top - b.top)
    const overlaps = lines.flatMap((line, place) => {
      const found: string[] = []
      for (let next = place + 1; next < lines.length; next++) {
        const other = lines[next]
        if (!other || other.top >= line.bottom) break
        if (other.node === line.node) continue
        if (Math.min(line.right, other.right) - Math.max(line.left, other.left) < 3) continue
        // Lines may touch: a box of text is taller than its letters.
        const shared = Math.min(line.bottom, other.bottom) - other.top
        if (shared > 0.35 * Math.min(line.bottom - line.top, other.bottom - other.top))
          found.push(`"${line.text}" overlaps "${other.text}"`)
      }
      return found
    })
    return [...broken, ...overlaps].slice(0, 8)
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
