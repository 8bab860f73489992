import type { CDPSession } from '@playwright/test'
import { expect, type Page } from './journey.ts'

// People who join by invitation, with the virtual authenticator of Chromium.

/** Adds an authenticator that keeps passkeys and confirms each request, like a phone. @returns a function that removes it */
export async function plugIn(client: CDPSession): Promise<() => Promise<unknown>> {
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', { options })
  return () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
}

/** Makes a link as the organiser, on the page for it. */
export async function makeLink(admin: Page, note: string): Promise<string> {
  await admin.goto('/admin/invitations')
  await admin.getByRole('textbox', { name: 'Note for this list' }).fill(note)
  await admin.getByRole('button', { name: 'Make 1 link' }).click()
  const link = admin.getByRole('textbox', { name: '1 new link' })
  await expect(link).toHaveValue(/\/invitation#[\w-]{43}$/)
  return link.inputValue()
}

export const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `${name}, account menu` })

/** Joins by this invitation, with a passkey. */
export async function joinByLink(page: Page, link: string, name: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await plugIn(client)
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name on Muster' }).fill(name)
  await page.getByRole('button', { name: 'Make a passkey and join' }).click()
  await expect(menuOf(page, name)).toBeVisible()
}

/** Joins by a new invitation of the organiser. */
export const join = async (page: Page, admin: Page, name: string): Promise<void> =>
  joinByLink(page, await makeLink(admin, `For ${name}`), name)

/** Deletes the account of the person on this page, whose later calls would be refused. */
export async function leaveNothing(page: Page, name: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('auth'))
  await page.goto('about:blank')
  const gone = await page.request.post('/api/users/self/delete', {
    headers: { authorization: `Bearer ${token}` },
    data: { display_name: name },
  })
  expect(gone.status()).toBe(200)
}
