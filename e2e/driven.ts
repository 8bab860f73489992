import type { Stage } from '../tools/rehearsal/stage.ts'
import { expectFocusKept, type Hands } from './hands.ts'
import { expect, type Page } from './journey.ts'

// What journeys with a server and a game of their own have in common.

/** Dates are typed as this browser writes them. */
export const abroad = { locale: 'en-US', timezoneId: 'UTC' }

export const main = (page: Page) => page.getByRole('main')
/** What is open over the page; short messages are dialogs of their own to a browser. */
export const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)')
export const adminPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name, exact: true })

/** Logs in as a person does: our button, the game's consent page, back again. */
export async function enter(stage: Stage, page: Page, hands: Hands, name: string): Promise<void> {
  await page.goto(stage.product.url)
  await hands.press(page.getByRole('banner').getByRole('button', { name: 'Log in with Path of Exile and Discord' }))
  await hands.press(page.getByTestId(`sign-in-${name}`))
  await stage.during(hands.press(page.getByTestId('allow')))
  await stage.during(expect(page.getByRole('button', { name: name.replace(/#.*/, '') })).toBeVisible())
}

/** How an organiser of an event moves about in the admin area. */
export function organise(page: Page, hands: Hands, league: string) {
  const go = async (name: string) => {
    await hands.press(adminPage(page, name))
    await expect(adminPage(page, name)).toHaveAttribute('aria-current', 'page')
  }
  const confirm = async (name: string | RegExp) => {
    await hands.press(sheet(page).getByRole('button', { name }))
    await expect(sheet(page)).toHaveCount(0)
    await expectFocusKept(page)
  }
  return {
    /** To a page of the area. */
    go,
    /** Presses a button in what is open, which closes. */
    confirm,
    /** Takes an item of the event's menu, and says yes. */
    async turn(item: string, act: string) {
      await go('Events')
      await hands.take(page.getByRole('button', { name: `More actions for ${league}` }).first(), item)
      await confirm(act)
    },
  }
}
