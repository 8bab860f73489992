import { expect, test } from './journey.ts'
import { expectWholePage, findOverhang } from './look-over.ts'

// Mistyped and truncated addresses must not break any page.

const strange = [
  '/?event=abc',
  '/?event=-1',
  '/?event=99999999999999999999',
  '/?event[]=1&event=__proto__',
  '/scores/%00',
  '/scores/%E0%A4%A',
  '/%E0%A4%A',
  '/scores/__proto__',
  '/scores/ladder?q=%00&teams=abc&sort=__proto__&dir=up&f=constructor:1..&rules=2',
  `/scores/ladder?q=${'%F0%9F%A6%8A'.repeat(400)}&f=${'rank:1..2,'.repeat(300)}`,
  '/scores/progress?from=-1&to=abc&at=99999999999999&last=0&branch=999999',
  '/scores/uniques?set=999999&order=sideways&missing=maybe&team=999999',
  '/scores/for-you?team=2147483648',
  '/profile/0',
  '/profile/-1/abc/%2e%2e',
  '/profile/999999/1/x',
  '/profile/99999999999999999999/99999999999999999999/x',
  `/profile/1/1/${'x'.repeat(3000)}`,
  '/profile/1/1/%00',
  '/streams/%3Cscript%3E',
  '/rules?version=abc',
  '/submissions?status=HACKED&team=abc',
  '/auth/poe/callback?error=%3Cimg%20src=x%20onerror=alert(1)%3E',
  '/auth/discord/callback?code=%00&state=x',
  '/auth/nobody/callback?code=x&state=y',
  '/..%2f..%2fetc%2fpasswd',
  `/${'a'.repeat(6000)}`,
]

test('invalid addresses show a page that explains the problem', async ({ page, complaints }) => {
  test.setTimeout(300_000)
  await page.setViewportSize({ width: 360, height: 800 })
  const overhangs: string[] = []
  for (const address of strange) {
    await page.goto(address)
    await expectWholePage(page, address)
    overhangs.push(...(await findOverhang(page)).map((what) => `${address.slice(0, 80)}: ${what}`))
  }
  expect(overhangs).toEqual([])
  // The browser itself logs refused requests and 404 answers.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 40[0-9]/.test(text)))
})
