import { appendFileSync, writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { sheet } from './driven.ts'
import { expect, type Page } from './journey.ts'
import { dropLog, writeLine } from './log-file.ts'

/** A code of Path of Building. */
export const packBuild = (content: string): string =>
  deflateSync(`<PathOfBuilding>${content}</PathOfBuilding>`).toString('base64url')

/** The link that each report without a screenshot has as proof. */
const proofLink = 'https://clips.example/proof'

/** The ways to report on the page of a player. @param url of the server */
export function reportFrom(page: Page, url: string) {
  const open = () => page.goto(`${url}/report`)

  async function addScreenshot(): Promise<void> {
    const buffer = await page.screenshot()
    await sheet(page).getByLabel('Add a screenshot').setInputFiles({ name: 'reached.png', mimeType: 'image/png', buffer })
    await expect(sheet(page).getByRole('img', { name: 'Screenshot 1' })).toBeVisible()
  }

  return {
    /** Pastes an item, or the code of a build. */
    async paste(text: string): Promise<void> {
      await open()
      const field = page.getByRole('textbox', { name: 'Item text' })
      await field.fill(text)
      await page.getByRole('textbox', { name: 'Proof' }).fill(proofLink)
      await page.getByRole('button', { name: /^Send .*\d/ }).click()
      await expect(field).toHaveValue('')
    },

    /** Reports a bounty with a link, or a level with a screenshot. */
    async byHand(objective: string, level?: number): Promise<void> {
      await open()
      await page.getByRole('tab', { name: 'By hand' }).click()
      await page.getByRole('button', { name: objective }).click()
      const form = sheet(page)
      if (level === undefined) await form.getByRole('textbox', { name: 'Proof' }).fill(proofLink)
      else {
        await form.getByLabel('Level').fill(String(level))
        await addScreenshot()
      }
      await form.getByRole('button', { name: 'Submit' }).click()
      await expect(form).toHaveCount(0)
    },

    /** Lets the page follow a log, to which the game then adds a level. */
    async followLog(path: string, character: string, level: number): Promise<void> {
      writeFileSync(path, writeLine(Date.now(), '#Stranger: hello'))
      await open()
      await page.getByRole('tab', { name: 'From your game log' }).click()
      await dropLog(page, path)
      const log = page.getByRole('region', { name: 'Your game log' })
      await expect(log).toContainText('1 line stayed here')
      appendFileSync(path, writeLine(Date.now(), `: ${character} (Ranger) is now level ${level}`))
      await log.getByRole('button', { name: character }).click()
      await log.getByRole('button', { name: 'Send 1 event' }).click()
      await expect(log.getByRole('listitem').filter({ hasText: `level ${level}` })).toContainText('sent')
    },
  }
}
