import { setPriority } from 'node:os'
import { expect as baseExpect, type ConsoleMessage, type Page, test as base } from '@playwright/test'

// The browser inherits this priority from the worker: the game runs in real time, and the server has to keep up with it.
if (process.env['TEST_WORKER_INDEX'] !== undefined) setPriority(10)

/** A generous timeout: the machine also runs the server and the game. */
export const expect = baseExpect.configure({ timeout: 30_000 })

/** The simulated host lacks some item pictures on purpose; the page then draws the item itself. */
const isMissingPicture = (address: string) => address.includes('/cdn/')

/** A list of events makes a request for each of them, and another journey may delete one meanwhile. */
const isDeletedEvent = (message: ConsoleMessage) =>
  /\/api\/events\/\d+\/status$/.test(message.location().url) && message.text().includes('404')

/** While two other previews are computed, the server refuses a third after ten seconds, and the page asks again. */
const isBusyPreview = (message: ConsoleMessage) =>
  message.location().url.endsWith('/definition/what-if') && message.text().includes('429')

/** Adds the page's console errors and exceptions to the list. @returns a function that stops it */
export function watchPage(page: Page, complaints: string[]): () => void {
  const hearConsole = (message: ConsoleMessage) => {
    const isExpected = isMissingPicture(message.location().url) || isDeletedEvent(message) || isBusyPreview(message)
    if (message.type() === 'error' && !isExpected) complaints.push(`${message.text()} ${message.location().url}`)
  }
  const hearException = (error: Error) => complaints.push(error.message)
  page.on('console', hearConsole).on('pageerror', hearException)
  return () => page.off('console', hearConsole).off('pageerror', hearException)
}

/** Every journey also asserts that the page logged no console error and threw no exception. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      const stop = watchPage(page, complaints)
      await use(complaints)
      expect(complaints).toEqual([])
      // Some tests share a page.
      stop()
    },
    { auto: true },
  ],
})

/** Chooses an action in the menu of a row, such as an event. */
export async function openMenu(page: Page, row: string, item: string): Promise<void> {
  // Without the mouse: a message can lie over the button of the last row, and stays as long as the mouse is on it.
  await page.getByRole('button', { name: `More actions for ${row}`, exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const simulator = () => process.env['JOURNEY_SIMULATOR_URL'] ?? ''

export interface Player {
  readonly name: string
  readonly team: number
  /** Their Discord account, if any. */
  readonly discord?: { readonly username: string }
  readonly twitch?: { readonly login: string }
  /** A character in the event's league; absent until the player starts to play. */
  readonly character?: unknown
}

/** Reads from the simulator's console. */
export async function readWorld<T>(path: string): Promise<T> {
  return (await (await fetch(`${simulator()}/__sim/${path}`)).json()) as T
}

/** Players of the simulated game in order; the first of each team is its lead. */
export const listPlayers = async (): Promise<Player[]> => (await readWorld<{ accounts: Player[] }>('accounts')).accounts

/**
 * Triggers a player action in the simulated game.
 * @returns the item concerned, if any
 */
export async function inGame(event: Record<string, unknown>): Promise<{ readonly item_id?: string }> {
  const answer = await fetch(`${simulator()}/__sim/world/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (!answer.ok) throw new Error(`the game refused: ${await answer.text()}`)
  return (await answer.json()) as { item_id?: string }
}

/** Makes a tab public, because players hide their tabs now and then, and puts an item into it. */
async function putIntoPublicTab(account: string, item: Record<string, unknown>): Promise<void> {
  const tab = 2
  await inGame({ kind: 'tab_public', account, tab, public: true })
  await inGame({ kind: 'deposit', account, tab, item })
}

/**
 * Puts an item into a public tab until `isSeen` holds: the player may hide the tab a moment later, and a busy machine may be
 * minutes behind the game, which runs at 30 times real speed.
 */
export async function putUntil(account: string, item: Record<string, unknown>, isSeen: () => Promise<void>): Promise<void> {
  test.setTimeout(240_000)
  await expect(async () => {
    await putIntoPublicTab(account, item)
    await isSeen()
  }).toPass({ timeout: 180_000 })
}

/** Kills the product's server (kill -9), or restarts it and waits until it answers. */
export async function control(what: 'kill' | 'start'): Promise<void> {
  const answer = await fetch(`${process.env['JOURNEY_CONTROL_URL'] ?? ''}/${what}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`could not ${what} the server`)
}

/** Chooses the game among the server's ways to log in. */
export async function chooseGame(page: Page, button = page.getByRole('button', { name: 'Log in to Muster' })): Promise<void> {
  await button.click()
  await page.getByRole('button', { name: 'Continue with Path of Exile' }).click()
}

/** Logs in with our button and the game's consent page. */
export async function logIn(page: Page, account_name: string): Promise<void> {
  await chooseGame(page)
  await page.getByTestId(`sign-in-${account_name}`).click()
  await page.getByTestId('allow').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

export type { Page }

/**
 * Removes complaints about answers of 404, which the browser itself logs: for pages of a server without an event, or of a person
 * without a signup.
 */
export const forgiveMissing = (complaints: string[]): void =>
  void complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
