import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { lookOver } from './look-over.ts'

const bounty = 'Reach level 50 without a body armour'

async function approve(desk: Page, judge: string, player: string): Promise<void> {
  await desk.goto('/submissions')
  await logIn(desk, judge)
  await desk.goto('/admin/submissions')
  await desk.getByRole('list', { name: 'Submissions' }).getByRole('button').filter({ hasText: player }).first().click()
  await expect(desk.getByRole('article').getByRole('button', { name: 'Approve' })).toBeVisible()
  await desk.keyboard.press('a')
  await expect(desk.getByText(`Approved: ${bounty}`)).toBeVisible()
}

test('a judge decides a report, and the bell of its player says so', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const players = await listPlayers()
  const [judge, player] = [players.find(({ team }) => team === 0), players.filter(({ team }) => team === 2)[7]]
  if (!judge || !player) throw new Error('the simulated game has too few players')
  await page.goto('/submissions')
  await logIn(page, player.name)
  await page.getByRole('button', { name: 'New submission' }).click()
  await page.getByRole('menuitem', { name: new RegExp(bounty) }).click()
  const form = page.getByRole('dialog', { name: `Submission for “${bounty}”` })
  await form.getByRole('textbox', { name: 'Proof' }).fill('https://example.org/proof-for-the-bell')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(form).toHaveCount(0)

  const desk = await (await browser.newContext()).newPage()
  await approve(desk, judge.name, player.name)
  await desk.context().close()

  // The list is read once a minute; a reload does not wait for that.
  const bell = page.locator('.top').getByRole('button', { name: /^Notices/ })
  await expect(async () => {
    await page.reload()
    await expect(bell).toHaveAccessibleName(/unread/, { timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await bell.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Notices' })
  const told = sheet.getByRole('link', { name: `Your report was approved: ${bounty}` })
  await expect(told).toBeVisible()
  await lookOver(page)
  await sheet.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(sheet.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await told.click()
  await expect(page).toHaveURL(/\/submissions\?.*mine=true/)
  await expect(bell).toHaveAccessibleName('Notices')
})

test('the browser shows a pushed notice, and pushing is switched on and off in the settings', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['notifications'], { origin: baseURL ?? '' })
  // Chromium's own push service is on the internet: the browser's part of a subscription is made here, with the key of RFC 8291.
  await page.addInitScript(() => {
    let held: object | null = null
    const subscription = {
      endpoint: 'https://push.invalid/send/of-the-journey',
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        held = null
        return true
      },
    }
    PushManager.prototype.subscribe = async () => {
      held = subscription
      return subscription as never
    }
    PushManager.prototype.getSubscription = async () => held as never
  })
  const player = (await listPlayers()).filter(({ team }) => team === 2)[8]
  await page.goto('/settings')
  await logIn(page, player?.name ?? '')
  const worker = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  const section = page.getByRole('region', { name: 'Notices' })
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
  expect(await worker()).toBe(0)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByRole('button', { name: 'Send a test' })).toBeVisible()
  expect(await worker()).toBe(1)

  // The worker gets a push as from the push service.
  const inspector = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    inspector.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await inspector.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  const push = (data: string) => inspector.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  // Some Chromium builds show no notifications: the worker keeps them by tag, as a browser does.
  const [program] = context.serviceWorkers()
  await program?.evaluate(() => {
    const scope = globalThis as unknown as { kept: Map<string, string[]>; registration: ServiceWorkerRegistration }
    scope.kept = new Map()
    scope.registration.showNotification = async (title, { body = '', tag = '' } = {}) => {
      scope.kept.set(tag, [title, body, tag])
    }
  })
  const shown = async () =>
    (await program?.evaluate(() => [...(globalThis as unknown as { kept: Map<string, string[]> }).kept.values()])) ?? []
  const decided = JSON.stringify({
    title: 'Autumn Muster',
    body: 'Your report was approved',
    link: '/submissions',
    tag: 'notice-1',
  })
  // A worker that is not active yet misses a push. A repeated notice replaces the first one.
  await expect(async () => {
    await push(decided)
    expect(await shown()).toEqual([['Autumn Muster', 'Your report was approved', 'notice-1']])
  }).toPass({ timeout: 30_000 })
  await push(decided)
  // A push that cannot be read still shows something.
  await push('nonsense')
  await expect.poll(async () => new Set((await shown()).map(([title]) => title))).toEqual(new Set(['Autumn Muster', 'Muster']))
  expect((await shown()).length).toBe(2)

  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await lookOver(page)
})

test('the browser accepts the manifest, with which a phone puts Muster on its home screen', async ({ page, context }) => {
  await page.goto('/')
  const inspector = await context.newCDPSession(page)
  const { url, errors, data = '{}' } = await inspector.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  expect(JSON.parse(data)).toMatchObject({ display: 'standalone', name: 'Muster' })
})
