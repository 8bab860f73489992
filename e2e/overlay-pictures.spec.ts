import { overlayKinds, type OverlayKind } from '@muster/contract/broadcast'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { makeState, type SceneName } from './overlay-scenes.ts'
import { type Area, measureTextContrast, type Picture, readPng } from './picture.ts'

/** At 100 %, in pixels. Producers have typed them into OBS, so they stay. */
const sizes: Readonly<Record<OverlayKind, { readonly width: number; readonly height: number }>> = {
  strip: { width: 1920, height: 120 },
  ticker: { width: 1920, height: 56 },
  h2h: { width: 640, height: 180 },
  alert: { width: 560, height: 140 },
  countdown: { width: 420, height: 140 },
  objective: { width: 480, height: 260 },
  player: { width: 480, height: 260 },
}

/** The least opaque plate, on which texts are hardest to read. */
const plate_percent = 88
/** The brightest and the darkest picture of a game. */
const grounds = { dark: '#000000', bright: '#ffffff' } as const
/** Pixels around the size in which nothing may appear. */
const margin = 60

/** The overlay as OBS shows it, with a given state instead of that of the event. */
async function openScene(page: Page, kind: OverlayKind, scene: SceneName, scale: number): Promise<void> {
  let reads = 0
  await page.route(/\/overlay\/stream/, (route) => route.abort())
  await page.route('/api/clock', (route) => route.fulfill({ json: { now: new Date().toISOString(), speed: 1 } }))
  // The points of an alert arrive after the page has been opened.
  await page.route(/\/overlay\?/, (route) => route.fulfill({ json: makeState(scene, reads++ > 0) }))
  const { width, height } = sizes[kind]
  await page.setViewportSize({
    width: Math.ceil((width * scale) / 100) + margin,
    height: Math.ceil((height * scale) / 100) + margin,
  })
  await page.clock.resume()
  await page.goto(`/overlay/${kind}?scale=${scale}&plate=${plate_percent}&motion=0`)
  await expect(page.locator(kind === 'alert' ? '.ov-alert' : '.ov')).toBeVisible()
  // An alert disappears after six seconds.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 200))
  await page.evaluate(() => document.fonts.ready)
}

interface Text {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Pixels at 100 %. */
  readonly size: number
  readonly isEllipsed: boolean
  /** Parts of it are not visible, and no ellipsis says so. */
  readonly isCut: boolean
}

/** The visible texts of an overlay. */
const readTexts = (page: Page): Promise<Text[]> =>
  page.evaluate(() => {
    const root = document.querySelector('.ov')
    if (!root) throw new Error('no overlay')
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      const whole = range.getBoundingClientRect()
      let [left, right, top, bottom] = [whole.left, whole.right, whole.top, whole.bottom]
      let isEllipsed = false
      for (let at = node.parentElement; at && root.contains(at); at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at)
        if (overflowX === 'visible') continue
        const box = at.getBoundingClientRect()
        isEllipsed ||= textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth
        ;[left, right] = [Math.max(left, box.left), Math.min(right, box.right)]
        ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      }
      const { fontSize } = getComputedStyle(node.parentElement ?? root)
      // A line that the ticker has no room for is not visible at all.
      if (whole.width === 0 || right <= left || bottom <= top) continue
      texts.push({
        text: node.textContent ?? '',
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
        size: Number.parseFloat(fontSize),
        isEllipsed,
        isCut: !isEllipsed && right - left < whole.width - 1,
      })
    }
    return texts
  })

/** A picture of the page over a background; null: over none. */
async function takePicture(page: Page, ground: string | null): Promise<Picture> {
  await page.evaluate((colour) => document.documentElement.style.setProperty('background', colour ?? 'transparent'), ground)
  return readPng(await page.screenshot({ omitBackground: ground === null }))
}

/** How many pixels an overlay draws outside an area. */
function countOutside({ width, data }: Picture, area: Area): number {
  let found = 0
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)]
    const isInside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height
    if (!isInside && data[at + 3] !== 0) found++
  }
  return found
}

/** How many pixels differ enough to be seen. */
const countDifferent = (one: Picture, other: Picture) =>
  one.data.filter((value, at) => Math.abs(value - (other.data[at] ?? 0)) > 40).length

/** Texts overlapped by another text. Boxes are taller than their letters, so only their middles count. */
function listOverlaps(texts: readonly Text[]): string[] {
  const middle = ({ y, height }: Text) => [y + height * 0.3, y + height * 0.7] as const
  return texts.flatMap((one, place) =>
    texts.slice(place + 1).flatMap((other) => {
      const [[top, bottom], [otherTop, otherBottom]] = [middle(one), middle(other)]
      const isBeside = one.x + one.width <= other.x + 1 || other.x + other.width <= one.x + 1
      return isBeside || bottom <= otherTop || otherBottom <= top ? [] : [`${one.text} | ${other.text}`]
    }),
  )
}

/** Shows what elements cut off above and below their lines. */
const showCutLines = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.ov *'))
      if (getComputedStyle(element).overflowY === 'hidden')
        Object.assign(element.style, { overflow: 'clip visible', minWidth: '0' })
  })

for (const kind of overlayKinds) {
  for (const scene of ['usual', 'longest'] as const) {
    test(`an overlay (${kind}) with ${scene} texts is whole and readable on any picture`, async ({ page, complaints }) => {
      const { width, height } = sizes[kind]
      await page.clock.install()
      for (const scale of [75, 100, 200]) {
        await openScene(page, kind, scene, scale)
        const box = { x: 0, y: 0, width: (width * scale) / 100, height: (height * scale) / 100 }
        expect(await page.locator('.ov').boundingBox()).toEqual(box)
        const nothing = await takePicture(page, null)
        expect(countOutside(nothing, box)).toBe(0)
        const texts = await readTexts(page)
        expect(texts.length).toBeGreaterThan(2)
        expect(texts.filter(({ isCut, isEllipsed }) => isCut || (isEllipsed && scene === 'usual'))).toEqual([])
        expect(texts.filter(({ x, width: own }) => x < 0 || x + own > box.width)).toEqual([])
        expect(listOverlaps(texts)).toEqual([])
        // Nothing is smaller than 18 pixels, so that 12 remain on a stream of 720 lines.
        expect(texts.filter(({ size }) => size < 18)).toEqual([])
        for (const ground of Object.values(grounds)) {
          const picture = await takePicture(page, ground)
          // Below 100 %, thin letters have no pixel in their full colour.
          if (scale >= 100) {
            const contrasts = texts.map((text) => ({ text: text.text, contrast: measureTextContrast(picture, text) }))
            expect(contrasts.filter(({ contrast }) => !(contrast >= 4.5))).toEqual([])
          }
          if (ground !== grounds.dark) continue
          await showCutLines(page)
          expect(countDifferent(picture, await takePicture(page, ground))).toBe(0)
        }
        await page.unrouteAll()
      }
      complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('overlay/stream')))
    })
  }
}
