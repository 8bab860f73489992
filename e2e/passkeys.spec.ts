import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { leaveNothing, makeLink, menuOf, plugIn } from './passkey-person.ts'

// A person without an account at any provider, with the virtual authenticator of Chromium.

async function logOut(page: Page, name: string): Promise<void> {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in to Muster' })).toBeVisible()
}
async function logInWithPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in to Muster' }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
}

test('a person joins by invitation, logs in with passkeys, and gets a new login link after losing them', async ({
  page,
  browser,
  complaints,
}) => {
  test.slow()
  const name = 'Wren Without Account'
  const admin = await (await browser.newContext()).newPage()
  await admin.goto('/')
  await logIn(admin, (await listPlayers())[0]?.name ?? '')
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  let unplug = await plugIn(client)

  await page.goto(await makeLink(admin, 'For Wren'))
  await page.getByRole('textbox', { name: 'Your name on Muster' }).fill(name)
  await page.getByRole('button', { name: 'Make a passkey and join' }).click()
  await expect(menuOf(page, name)).toBeVisible()
  await expect(page).toHaveURL('/')

  await logOut(page, name)
  await logInWithPasskey(page)
  await expect(menuOf(page, name)).toBeVisible()

  await page.goto('/settings')
  const remove = page.getByRole('button', { name: /^Remove Passkey on/ })
  await expect(remove).toBeDisabled()
  // Another device.
  await unplug()
  unplug = await plugIn(client)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(remove).toHaveCount(2)
  await page
    .getByRole('button', { name: /^Rename Passkey on/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Lost phone')
  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await page.getByRole('button', { name: 'Remove Lost phone' }).click()
  await page.getByRole('dialog', { name: 'Remove Lost phone?' }).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Lost phone', { exact: true })).toHaveCount(0)
  await expect(remove).toBeDisabled()

  // The second device is lost, too.
  await unplug()
  await plugIn(client)
  await admin.goto('/admin/invitations')
  await admin.getByRole('button', { name: `New login link for ${name}` }).click()
  const dialog = admin.getByRole('dialog', { name: `New login link for ${name}` })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await dialog.getByRole('textbox', { name: '1 new link' }).inputValue()
  const other = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Make a new passkey' }).click()
  await expect(page).toHaveURL('/')
  await expect(menuOf(page, name)).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('This invitation was used')).toBeVisible()

  await logOut(page, name)
  await logInWithPasskey(page)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('A new login link was used')).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('note').filter({ hasText: 'a new login link' })).toBeVisible()

  await leaveNothing(page, name)
  await Promise.all([admin, other].map((one) => one.context().close()))
  // The new link ended the login of the open page, and the user is in no event: the browser itself logs the answers 401 and 404.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 40[14]/.test(text)))
})
