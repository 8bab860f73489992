import { setPriority } from 'node:os'
import { expect as baseExpect, type ConsoleMessage, type Page, test as base } from '@playwright/test'

// The browser inherits it from the worker: the game goes on in its own time, and the server has to keep up with it.
if (process.env['TEST_WORKER_INDEX'] !== undefined) setPriority(10)

/** A page is given time: the machine also runs the server, the game and whatever else it has to do. */
export const expect = baseExpect.configure({ timeout: 30_000 })

/** Some pictures of items are missing on the simulated host, on purpose: the page draws those things itself. */
const isMissingPicture = (address: string) => address.includes('/cdn/')

/** Every journey also asserts that the page never complained: no console error, no exception. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      const hearConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !isMissingPicture(message.location().url)) complaints.push(message.text())
      }
      const hearException = (error: Error) => complaints.push(error.message)
      page.on('console', hearConsole).on('pageerror', hearException)
      await use(complaints)
      expect(complaints).toEqual([])
      // Some pages are kept for the next test.
      page.off('console', hearConsole).off('pageerror', hearException)
    },
    { auto: true },
  ],
})

const simulator = () => process.env['JOURNEY_SIMULATOR_URL'] ?? ''

export interface Player {
  readonly name: string
  readonly team: number
  /** Who they are elsewhere, if they are there. */
  readonly discord?: { readonly username: string }
  readonly twitch?: { readonly login: string }
  /** Of the event's league; absent until they begin to play. */
  readonly character?: unknown
}

/** What the simulator knows of its world. */
export async function readWorld<T>(path: string): Promise<T> {
  return (await (await fetch(`${simulator()}/__sim/${path}`)).json()) as T
}

/** The players of the simulated game, in their order; the first of each team leads it. */
export const listPlayers = async (): Promise<Player[]> => (await readWorld<{ accounts: Player[] }>('accounts')).accounts

/** Makes something happen in the simulated game now, as a player would. @returns the item that it is about, if any. */
export async function inGame(event: Record<string, unknown>): Promise<{ readonly item_id?: string }> {
  const answer = await fetch(`${simulator()}/__sim/world/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  if (!answer.ok) throw new Error(`the game refused: ${await answer.text()}`)
  return (await answer.json()) as { item_id?: string }
}

/** Puts an item where the world can see it: players also hide their tabs now and then. */
async function putIntoPublicTab(account: string, item: Record<string, unknown>): Promise<void> {
  const tab = 2
  await inGame({ kind: 'tab_public', account, tab, public: true })
  await inGame({ kind: 'deposit', account, tab, item })
}

/**
 * Puts an item into a public tab until `isSeen` holds: whoever plays may hide the tab a moment later, and a busy machine may
 * be minutes behind the game, which runs 30 times as fast as ours.
 */
export async function putUntil(account: string, item: Record<string, unknown>, isSeen: () => Promise<void>): Promise<void> {
  test.setTimeout(240_000)
  await expect(async () => {
    await putIntoPublicTab(account, item)
    await isSeen()
  }).toPass({ timeout: 180_000 })
}

/** Kills the product's server (kill -9), or starts it again and waits until it answers. */
export async function control(what: 'kill' | 'start'): Promise<void> {
  const answer = await fetch(`${process.env['JOURNEY_CONTROL_URL'] ?? ''}/${what}`, { method: 'POST' })
  if (!answer.ok) throw new Error(`could not ${what} the server`)
}

/** Logs in the way a person does: our button, the game's consent page, back again. */
export async function logIn(page: Page, account_name: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in with Path of Exile and Discord' }).click()
  await page.getByTestId(`sign-in-${account_name}`).click()
  await page.getByTestId('allow').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

export type { Page }
