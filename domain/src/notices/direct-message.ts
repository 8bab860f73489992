import { escapeMarkdown, fitLines } from './compose.ts'
import { type PersonalEntry, tellTogether } from './push.ts'

/**
 * The content of a direct message on Discord about these notices.
 * @param site the public address, without a slash at its end
 */
export function composeDirect(entries: readonly [PersonalEntry, ...PersonalEntry[]], site: string): string {
  const { title, lines, link } = tellTogether(entries)
  const mark = lines.length === 1 ? '' : '• '
  const escaped = lines.map((line) => `${mark}${escapeMarkdown(line)}`)
  return fitLines(`**${escapeMarkdown(title)}**`, escaped, `<${site}${link}>`)
}

export const composeDirectTest = (site: string): string =>
  `Muster sends you your notices here. To choose them, or to stop this: <${site}/settings>`
