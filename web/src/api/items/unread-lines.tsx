import './findings.css'
import '../../messages/item-words.ts'
import type { UnreadLines as Unread } from '@muster/domain/items/copied/sections'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'

/** The unrecognised lines of a copied text, with their numbers. */
export function UnreadLines({ unread }: { unread: readonly Unread[] }) {
  const lines = unread.flatMap(({ line, text }) => text.split('\n').map((shown, at) => ({ number: line + at, shown })))
  if (lines.length === 0) return null
  return (
    <div className="obj-unread">
      <p>
        <Icon name="warning" size={14} />
        {t('objectives.unread', { count: lines.length })}
      </p>
      <ul>
        {lines.map(({ number, shown }) => (
          <li key={number}>
            <span className="num quieter">{t('objectives.unreadLine', { line: number })}</span>
            <bdi>{shown}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
