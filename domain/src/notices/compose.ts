import type { NoticeKind, WebhookMessage } from '@muster/contract/notices'
import { noticeKinds, webhookVersion } from '@muster/contract/notices'
import { rowOf } from './notice-kinds.ts'
import type { Notice, Standing } from './notice.ts'

export type Templates = { readonly [Kind in NoticeKind]?: string | undefined }

/** Longest content of a message in Discord's documentation of webhooks (Execute Webhook, `content`: up to 2000 characters). */
export const discordLength = 2000
/** Notices in a message to a program; more are counted. */
export const maxNotices = 200
/** Longest text of a notice in a message to a program. An announcement with its title is shorter. */
export const longestText = 2000
/** Longest value in a chat line: announcements have up to 1500 characters. */
const longestValue = 600

const placeholder = /\{([a-z_]+)\}/g

/** The first placeholder of a template that its kind does not have; null if there is none. */
export function findTemplateProblem(kind: NoticeKind, template: string): string | null {
  for (const [whole, name = ''] of template.matchAll(placeholder)) if (!Object.hasOwn(rowOf(kind).sample, name)) return whole
  return null
}

/** @param tell writes a value; by default unchanged. */
export function renderNotice(
  { kind, values }: Pick<Notice, 'kind' | 'values'>,
  templates: Templates,
  tell: (value: string) => string = (value) => value,
): string {
  const own = templates[kind]
  const template = own === undefined || own.trim() === '' ? rowOf(kind).template : own
  return template.replace(placeholder, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return whole
    return tell(typeof value === 'number' ? value.toLocaleString('en') : value)
  })
}

/**
 * A text of a person or of the game inside Discord's markdown: on one line, without marks, links and mentions. Backslashes before
 * signs are shown as the sign: Discord's markdown rules, according to third-party renderers of its messages, match a backslash
 * and any character but letters, digits and spaces.
 */
export const escapeMarkdown = (text: string): string =>
  cut(text.replace(/\s+/g, ' ').trim(), longestValue).replace(/[\\*_~`|<>#@[\]():\-+.!]/g, String.raw`\$&`)

/** Shortens a text to at most this many characters, without splitting a surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export interface MessageEvent {
  readonly id: number
  readonly name: string
  readonly url: string
}

/** Whole lines up to Discord's bound, the first ones first; the rest is counted. */
export function fitLines(head: string, lines: readonly string[], tail: string): string {
  const kept: string[] = []
  const more = (count: number) => (count === 0 ? [] : [`… and ${count} more`])
  const join = (count: number) => [head, ...kept, ...more(count), tail].filter((line) => line !== '').join('\n')
  for (const [index, line] of lines.entries()) {
    kept.push(line)
    if (join(lines.length - index - 1).length <= discordLength) continue
    kept.pop()
    return join(lines.length - index)
  }
  return join(0)
}

/** The content of a Discord message. Angle brackets around the address keep Discord from adding a card. */
export function composeChat(event: MessageEvent, notices: readonly Notice[], templates: Templates): string {
  const lines = notices.map((notice) => cut(`• ${renderNotice(notice, templates, escapeMarkdown)}`, 1200))
  return fitLines(`**${escapeMarkdown(event.name)}**`, lines, `<${event.url}>`)
}

/** The content of the one message with the standings, which is edited. */
export function composeStandings(event: MessageEvent, standings: readonly Standing[]): string {
  const lines = standings.map(({ rank, name, points }) => `${rank}\\. ${escapeMarkdown(name)}: ${points.toLocaleString('en')}`)
  return fitLines(`**${escapeMarkdown(event.name)}: standings**`, lines, `<${event.url}>`)
}

export const composeTest = (event: MessageEvent, route: string): string =>
  `Muster posts about ${escapeMarkdown(event.name)} here. This is the test of the route “${escapeMarkdown(route)}”.`

/**
 * The body of a message to a program.
 *
 * @param toText a time as in RFC 3339
 */
export function composeWebhook(
  message: Pick<WebhookMessage, 'id' | 'number' | 'type'> & { readonly made_at: number },
  event: MessageEvent,
  notices: readonly Notice[],
  templates: Templates,
  toText: (at_ms: number) => string,
): WebhookMessage {
  return {
    type: message.type,
    version: webhookVersion,
    id: message.id,
    number: message.number,
    timestamp: toText(message.made_at),
    event: { id: event.id, name: event.name, url: event.url },
    notices: notices.slice(0, maxNotices).map((notice) => ({
      kind: notice.kind,
      at: toText(notice.at),
      text: cut(renderNotice(notice, templates), longestText),
      values: notice.values,
      team_id: notice.team_id,
      objective_id: notice.objective_id,
    })),
    left_out: Math.max(0, notices.length - maxNotices),
  }
}

/** For the preview: a notice of each of these kinds, in the order of the list. */
export const sampleNotices = (kinds: readonly NoticeKind[], at: number): Notice[] =>
  noticeKinds
    .filter((kind) => kinds.includes(kind))
    .map((kind) => ({
      kind,
      key: kind,
      at,
      team_id: null,
      objective_id: null,
      values: rowOf(kind).sample,
      ...(kind === 'announcement' && { audience: 'everybody' as const }),
    }))
