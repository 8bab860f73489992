import type { Locator } from '@playwright/test'
import { choose, isSearched, searchByKeys } from './choices.ts'
import { expect, type Page } from './journey.ts'

/** Input device of a journey. The steps stay the same; only mouse or keyboard differs. */
export interface Hands {
  /** Presses a button, follows a link, ticks a box or selects an option. */
  press(what: Locator): Promise<void>
  /** Replaces the content of a field. */
  write(field: Locator, text: string): Promise<void>
  /** Fills a date and time field with `at`, in the browser's zone. */
  writeTime(field: Locator, at: Date): Promise<void>
  choose(select: Locator, label: string): Promise<void>
  /** Opens a menu and chooses an item. */
  take(menu: Locator, item: string | RegExp): Promise<void>
}

export const withMouse = (page: Page): Hands => ({
  press: (what) => what.click(),
  write: (field, text) => field.fill(text),
  writeTime: (field, at) => field.fill(at.toISOString().slice(0, 16)),
  choose,
  async take(menu, item) {
    await menu.click()
    await page.getByRole('menuitem', { name: item }).click()
  },
})

/** Upper bound for the number of Tab presses a user would accept. */
const maxSteps = 120

/** Uses only the keyboard: moves the focus to each element, and expects the focus to be visible. */
export function withKeyboard(page: Page): Hands {
  const { keyboard } = page
  // Any pointer event is logged as an error, and fails the journey.
  void page.addInitScript(() =>
    addEventListener('pointerdown', () => console.error('a pointer event in a keyboard journey'), { capture: true }),
  )

  /** Presses Tab or Shift+Tab until the element has the focus. */
  async function reach(what: Locator): Promise<void> {
    await expect(what).toBeVisible()
    for (let step = 0; step < maxSteps; step++) {
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
    throw new Error(`${what.toString()} cannot be reached with ${maxSteps} presses of Tab`)
  }

  async function walkTo(item: Locator, key: 'ArrowDown'): Promise<void> {
    for (let step = 0; step < maxSteps; step++) {
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
      // The year takes up to six digits, so the cursor does not advance after four.
      await keyboard.type(`${month}${day}${year}`)
      await keyboard.press('ArrowRight')
      await keyboard.type(`${of12}${minute}${half}`)
      await expect(field).toHaveValue(at.toISOString().slice(0, 16))
    },
    async choose(select, label) {
      await reach(select)
      if (await isSearched(select)) return searchByKeys(select, label)
      const places = await select.locator('option').allTextContents()
      await keyboard.press('Home')
      // Typing ahead would depend on the speed of the machine.
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

/** Keyboard users find their position only by the focus outline. */
async function expectToBeSeen(focused: Locator): Promise<void> {
  const outline = await focused.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
    return { isDrawn: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0, isInView }
  })
  expect(outline, `focus on ${focused.toString()}`).toEqual({ isDrawn: true, isInView: true })
}

/** After a dialog closes, the focus must be on an element, not on the body. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}
