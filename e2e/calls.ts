import type { Browser } from '@playwright/test'
import { logIn, type Page } from './journey.ts'

/** A call with the login of the page. */
export const send = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, address, content]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth')}`, 'content-type': 'application/json' }
      const answer = await fetch(`/api${address}`, { method: verb, headers, ...(content && { body: content }) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.status === 204 ? null : await answer.json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

/** A page of another person, in a browser of its own. */
export async function openAs(browser: Browser, name: string): Promise<{ page: Page; user_id: number }> {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/')
  await logIn(page, name)
  const { id } = await send<{ id: number }>(page, 'GET', '/users/self')
  return { page, user_id: id }
}
