import '../../messages/record.ts'
import { t } from '../../lib/text/messages.ts'
import { RecordPart } from './record-part.tsx'
import type { RecordRow } from './record-rows.ts'

interface Played {
  readonly name: string
  readonly events: number
  readonly level: number
}

/** Classes and ascendancies with the number of events, most played first. */
export function countClasses(rows: readonly Pick<RecordRow, 'characters'>[]): Played[] {
  const played = new Map<string, Played>()
  for (const { characters } of rows) {
    for (const name of new Set(characters.map(({ ascendancy }) => ascendancy))) {
      if (name === '') continue
      const before = played.get(name)
      const levels = characters.flatMap(({ ascendancy, level }) => (ascendancy === name ? [level] : []))
      played.set(name, { name, events: (before?.events ?? 0) + 1, level: Math.max(before?.level ?? 0, ...levels) })
    }
  }
  return [...played.values()].sort((a, b) => b.events - a.events || b.level - a.level)
}

export function RecordClasses({ rows }: { rows: readonly RecordRow[] }) {
  const played = countClasses(rows)
  return (
    <RecordPart title={t('record.classes')}>
      {played.length === 0 ? (
        <p className="profile-none">{t('record.noClasses')}</p>
      ) : (
        <ul className="record-classes">
          {played.map(({ name, events, level }) => (
            <li key={name}>
              <bdi>{name}</bdi>
              <small className="quieter num">
                {t('record.classEvents', { count: events })}, {t('record.classLevel', { level })}
              </small>
            </li>
          ))}
        </ul>
      )}
    </RecordPart>
  )
}
