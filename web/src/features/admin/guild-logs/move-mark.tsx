import '../../../messages/admin-guild-logs.ts'
import { t } from '../../../lib/text/messages.ts'

/** In the style of the product's icons; only this page uses them. */
const shapes = {
  added: 'M8 2.500v7M5 6.500l3 3 3-3M3 13h10',
  removed: 'M8 9.500v-7M5 5.500l3-3 3 3M3 13h10',
  modified: 'M3 5.500h10M3 10.500h10',
  movement: 'M2.500 5.500h9M9 3l2.500 2.500L9 8M13.500 10.500h-9M7 8l-2.500 2.500L7 13',
} as const

/** The action of a line, as a mark and a word. */
export function MoveMark({ kind }: { kind: keyof typeof shapes }) {
  return (
    <span className="move-mark">
      <svg className="icon" width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
        <path d={shapes[kind]} />
      </svg>
      {t(`guildLog.action.${kind}`)}
    </span>
  )
}
