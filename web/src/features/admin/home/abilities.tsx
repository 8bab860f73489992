import './home.css'
import '../../../messages/admin-home.ts'
import { addedByGame, workingWithoutGame } from '@muster/domain/tracking/capabilities'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useReadsGame } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'

const parts = [
  { title: 'home.abilities.works', rows: workingWithoutGame },
  { title: 'home.abilities.adds', rows: addedByGame },
] as const

/** On a server without a client of the game's API: the parts of Muster that work, and the parts that a client adds. */
export function Abilities() {
  if (useReadsGame() !== false) return null
  return (
    <DataBlock title={t('home.abilities')} note={t('home.abilitiesNote')} loading={null}>
      <div className="home-abilities">
        {parts.map(({ title, rows }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {rows.map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className="quiet">{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </DataBlock>
  )
}
