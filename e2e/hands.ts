import type { Locator } from '@playwright/test'
import { expect, type Page } from './journey.ts'

/** How somebody works a page. The story that is told is the same; only what the fingers do differs. */
export interface Hands {
  /** Presses a button, follows a link, ticks a box or chooses one of a few. */
  press(what: Locator): Promise<void>
  /** Replaces what stands in a field. */
  write(field: Locator, text: string): Promise<void>
  /** A field of date and time, which takes `at` in the zone of the browser. */
  writeTime(field: Locator, at: Date): Promise<void>
  choose(select: Locator, label: string): Promise<void>
  /** Opens a menu and takes one of its items. */
  take(menu: Locator, item: string | RegExp): Promise<void>
}

export const withMouse = (page: Page): Hands => ({
  press: (what) => what.click(),
  write: (field, text) => field.fill(text),
  writeTime: (field, at) => field.fill(at.toISOString().slice(0, 16)),
  choose: async (select, label) => void (await select.selectOption({ label })),
  async take(menu, item) {
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  },
})

/** So many presses of Tab are as many as anybody would put up with. */
const mostSteps = 120

/** Never touches the mouse: walks to what it wants as a person does who cannot, and insists on seeing where it is. */
export function withKeyboard(page: Page): Hands {
  const { keyboard } = page
  // Whatever moves the pointer all the same is a complaint of the page, and fails the journey.
  void page.addInitScript(() =>
    addEventListener('pointerdown', () => console.error('somebody used the mouse'), { capture: true }),
  )

  /** Walks with Tab, in the direction in which the place lies. */
  async function reach(what: Locator): Promise<void> {
    await expect(what).toBeVisible()
    for (let step = 0; step < mostSteps; step++) {
      const way = await what.evaluate((wanted) => {
        const now = document.activeElement
        if (now === wanted) return 'here'
        return now && wanted.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING && now !== document.body
          ? 'back'
          : 'on'
      })
      if (way === 'here') return expectToBeSeen(what)
      await keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab')
    }
    throw new Error(`${what.toString()} cannot be reached with ${mostSteps} presses of Tab`)
  }

  async function walkTo(item: Locator, key: 'ArrowDown'): Promise<void> {
    for (let step = 0; step < mostSteps; step++) {
      if (await item.evaluate((wanted) => document.activeElement === wanted)) return
      await keyboard.press(key)
    }
    throw new Error(`${item.toString()} cannot be reached with the arrow keys`)
  }

  async function press(what: Locator): Promise<void> {
    await reach(what)
    const isBox = await what.evaluate((one) => one instanceof HTMLInputElement || one.tagName === 'SELECT')
    await keyboard.press(isBox ? 'Space' : 'Enter')
  }

  return {
    press,
    async write(field, text) {
      await reach(field)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.insertText(text)
    },
    async writeTime(field, at) {
      await reach(field)
      const [year, month, day, hour, minute] = at.toISOString().split(/\D/)
      const half = Number(hour) < 12 ? 'AM' : 'PM'
      const of12 = String(Number(hour) % 12 || 12).padStart(2, '0')
      // The year takes up to six digits, so that it has to be left.
      await keyboard.type(`${month}${day}${year}`)
      await keyboard.press('ArrowRight')
      await keyboard.type(`${of12}${minute}${half}`)
      await expect(field).toHaveValue(at.toISOString().slice(0, 16))
    },
    async choose(select, label) {
      await reach(select)
      const places = await select.locator('option').allTextContents()
      await keyboard.press('Home')
      // Typing ahead would depend on how fast the machine is.
      for (let place = 0; place < places.indexOf(label); place++) await keyboard.press('ArrowDown')
      await expect(select.locator('option:checked')).toHaveText(label)
    },
    async take(menu, item) {
      await press(menu)
      const wanted = page.getByRole('menuitem', { name: item })
      await expect(wanted).toBeVisible()
      await walkTo(wanted, 'ArrowDown')
      await keyboard.press('Enter')
    },
  }
}

/** Whoever has no pointer sees from its outline alone where they are. */
async function expectToBeSeen(focused: Locator): Promise<void> {
  const outline = await focused.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    return { isDrawn: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0, isInView }
  })
  expect(outline, `focus on ${focused.toString()}`).toEqual({ isDrawn: true, isInView: true })
}

/** After a dialog the focus is on something that is there, not lost at the top of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}
