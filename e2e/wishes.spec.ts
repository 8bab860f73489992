import { withKeyboard } from './hands.ts'
import { openAs } from './calls.ts'
import { expect, listPlayers, logIn, putUntil, test } from './journey.ts'
import { expectNoSidewaysScroll } from './look-over.ts'
import { packBuild } from './reporting.ts'

// A team collects what its players want, on a phone and by keyboard. No other journey adds wishes to this team.

const team = 2
const unique = (id: number, name: string, base: string) =>
  `<Item id="${id}">Rarity: UNIQUE\n${name}\n${base}\nImplicits: 0</Item>`
const build = packBuild(
  `<Build level="91" className="Witch"/><Items>${unique(1, 'Mageblood', 'Heavy Belt')}${unique(2, 'Goldrim', 'Leather Cap')}
  <ItemSet id="1"><Slot name="Belt" itemId="1"/><Slot name="Helmet" itemId="2"/></ItemSet></Items>
  <Skills><SkillSet id="1"><Skill><Gem nameSpec="Arc of Surging" level="20"/><Gem nameSpec="Arc" level="20"/></Skill></SkillSet></Skills>`,
)

test('members wish for items by name and build code, the lead orders them, and the team sees who has one', async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000)
  const players = (await listPlayers()).filter((player) => player.team === team)
  const [lead, holder, wisher] = [players[0]?.name ?? '', players[4]?.name ?? '', players[6]?.name ?? '']
  const rival = (await listPlayers()).filter((player) => player.team === 1)[7]?.name ?? ''
  await page.goto('/submissions')
  await logIn(page, lead)
  const hands = withKeyboard(page)
  const text = page.getByRole('textbox', { name: 'Name, copied item or build code' })
  // Tabs and objectives are lists within a wish.
  const open = page
    .getByRole('list', { name: /\d+ open/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

  await test.step('a code adds the uniques and transfigured gems that stay ticked', async () => {
    await page.goto('/team/wishes')
    await expect(page.getByText('No wishes yet')).toBeVisible()
    await hands.write(text, build)
    await hands.press(page.getByRole('button', { name: 'Find' }))
    await expect(page.getByText('The build has 3 uniques and transfigured gems.')).toBeVisible()
    await hands.press(page.getByRole('checkbox', { name: /^Goldrim/ }))
    await hands.press(page.getByRole('checkbox', { name: 'My build needs these to work' }))
    await hands.press(page.getByRole('button', { name: 'Add 2 wishes' }))
    await expect(open.getByRole('heading')).toHaveText(['Mageblood', 'Arc of Surging'])
    await expect(open.filter({ hasText: 'Arc of Surging' })).toContainText('build needs it')
  })

  const member = await openAs(browser, wisher)
  const heading = member.page.getByRole('heading')
  const rows = member.page
    .getByRole('list', { name: /\d+ open/ })
    .getByRole('listitem')
    .filter({ has: heading })
  await test.step('another member adds a name on a phone, and sees who else wants it', async () => {
    await member.page.setViewportSize({ width: 390, height: 800 })
    await member.page.goto('/team/wishes')
    await member.page.getByRole('textbox', { name: 'Name, copied item or build code' }).fill('mageblood')
    await member.page.getByRole('button', { name: 'Find' }).click()
    await member.page.getByRole('button', { name: 'Add 1 wish' }).click()
    await expect(rows.getByRole('heading')).toHaveText(['Mageblood', 'Arc of Surging', 'Mageblood'])
    await expect(rows.last()).toContainText('you · unique · 1 other wants it')
    await expect(member.page.getByRole('button', { name: /^Move / })).toHaveCount(0)
    await expectNoSidewaysScroll(member.page, 390)
  })

  await test.step('the lead moves it up by button and key, and the member sees the order', async () => {
    const name = wisher.replace(/#.*/, '')
    await expect(open).toHaveCount(3)
    await hands.press(page.getByRole('button', { name: new RegExp(`^Move Mageblood of ${name}.* up$`) }))
    await expect(open.nth(1)).toContainText(name)
    await page.keyboard.press('Alt+ArrowUp')
    await expect(open.first()).toContainText(name)
    await expect(rows.first()).toContainText('you')
  })

  await test.step('a member’s public tab with the item is named', async () => {
    const shown = open.first().getByText(new RegExp(`^Public tab .* of ${holder.replace(/#.*/, '')}`))
    await putUntil(holder, { family: 'unique', name: 'Mageblood' }, () => expect(shown).toBeVisible({ timeout: 40_000 }))
  })

  await test.step('the owner ticks it, takes it back, and removes it with a way back', async () => {
    await rows
      .first()
      .getByRole('checkbox', { name: /^I have it Mageblood/ })
      .click()
    await expect(rows).toHaveCount(2)
    const done = member.page.getByText('1 fulfilled')
    await done.click()
    await expect(member.page.getByText(/ticked by hand/)).toBeVisible()
    await member.page.getByRole('checkbox', { name: /^I have it Mageblood/ }).click()
    await expect(rows).toHaveCount(3)
    await rows.first().getByRole('button', { name: 'Remove Mageblood from your wishes' }).click()
    await expect(rows).toHaveCount(2)
    await member.page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
  })

  await test.step('rivals see none of it', async () => {
    const stranger = await openAs(browser, rival)
    await stranger.page.goto('/team/wishes')
    await expect(stranger.page.getByRole('textbox', { name: 'Name, copied item or build code' })).toBeVisible()
    await expect(stranger.page.getByText('Mageblood')).toHaveCount(0)
    await stranger.page.context().close()
  })
  await member.page.context().close()
})
