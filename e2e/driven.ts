import { join } from 'node:path'
import { root } from '../tools/places.ts'
import { runProgram } from '../tools/processes.ts'
import type { Stage } from '../tools/rehearsal/stage.ts'
import { expectFocusKept, type Hands } from './hands.ts'
import { expect, type Page } from './journey.ts'

// Shared by journeys that have their own server and game.

/** Dates are typed in the format of this locale. */
export const abroad = { locale: 'en-US', timezoneId: 'UTC' }

export const main = (page: Page) => page.getByRole('main')
/** The open dialog. Toasts are dialogs too. */
export const sheet = (page: Page) => page.locator('[role=dialog]:not(.toast)')
export const adminPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name, exact: true })

/** Runs an operator's command beside the running server. */
export async function runCommand({ database_url, product }: Stage, script: string, ...args: string[]): Promise<string> {
  const env = { DATABASE_URL: database_url, PUBLIC_URL: product.url }
  const { code, output } = await runProgram(process.execPath, [join(root, 'tools', `${script}.ts`), ...args], { env })
  expect(code, output).toBe(0)
  return output
}

/** Logs in with our button and the consent page of a provider. */
export async function enter(stage: Stage, page: Page, hands: Hands, name: string, provider = 'Path of Exile'): Promise<void> {
  await page.goto(stage.product.url)
  await hands.press(page.getByRole('banner').getByRole('button', { name: 'Log in to Muster' }))
  await hands.press(page.getByRole('button', { name: `Continue with ${provider}` }))
  await hands.press(page.getByTestId(`sign-in-${name}`))
  await stage.during(hands.press(page.getByTestId('allow')))
  await stage.during(expect(page.getByRole('button', { name: name.replace(/#.*/, '') })).toBeVisible())
}

/** Navigation of an organiser in the admin area. */
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
    /** Opens a page of the admin area. */
    go,
    /** Presses a button in the open dialog, which then closes. */
    confirm,
    /** Creates a team, on the page of teams. */
    async addTeam(name: string) {
      await hands.press(page.getByRole('button', { name: 'New team' }))
      await hands.write(sheet(page).getByLabel('Name', { exact: true }), name)
      await hands.press(sheet(page).getByRole('button', { name: 'Create team' }))
      await expect(sheet(page)).toHaveAccessibleName(new RegExp(`^Edit ${name}`))
      await hands.press(sheet(page).getByRole('button', { name: 'Close' }))
      await expect(sheet(page)).toHaveCount(0)
    },
    /** Chooses an item of the event's menu, and confirms. */
    async turn(item: string, act: string) {
      await go('Events')
      await hands.take(page.getByRole('button', { name: `More actions for ${league}` }).first(), item)
      await confirm(act)
    },
  }
}
