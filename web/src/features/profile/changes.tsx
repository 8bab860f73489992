import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { type BuildChanges, type GemChange, isUnchanged } from './compare.ts'
import { ItemCard } from './item-card.tsx'

/** The differences between two builds, in words and with the items of both. */
export function Changes({ changes, game_version }: { changes: BuildChanges; game_version: GameVersion }) {
  if (isUnchanged(changes)) return <p className="profile-none">{t('changes.none')}</p>
  const { levels, slots, gems, nodes_added, nodes_removed } = changes
  return (
    <div className="changes">
      <dl className="figures">
        {levels !== 0 && <ChangeLine name={t('changes.levels', { count: Math.abs(levels) })} value={formatChange(levels)} />}
        {(nodes_added.length > 0 || nodes_removed.length > 0) && (
          <ChangeLine
            name={t('changes.passives')}
            value={t('changes.nodes', { added: nodes_added.length, removed: nodes_removed.length })}
          />
        )}
        {gems.map((gem) => (
          <ChangeLine key={gem.name} name={gem.name} value={describeGem(gem)} isGame />
        ))}
      </dl>
      {slots.length > 0 && (
        <ul className="changed-slots">
          {slots.map(({ slot, before, after }) => (
            <li key={slot}>
              <h3>{slot}</h3>
              <div className="changed-pair">
                {[before, after].map((item, place) =>
                  item ? (
                    <details key={place === 0 ? 'before' : 'after'} className={place === 0 ? 'changed-old' : undefined}>
                      <summary>
                        <span className={place === 0 ? 'bad' : 'good'}>{place === 0 ? '\u2212' : '+'}</span>{' '}
                        <bdi className="game">{item.name || item.base}</bdi>{' '}
                        <small className="quieter">{t(place === 0 ? 'changes.removed' : 'changes.added')}</small>
                      </summary>
                      <ItemCard item={item} game_version={game_version} />
                    </details>
                  ) : null,
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describeGem({ kind, before, after }: GemChange): string {
  if (kind !== 'changed' || !before || !after) return t(kind === 'added' ? 'changes.added' : 'changes.removed')
  return [
    before.level === after.level ? '' : t('changes.gem', { before: before.level, after: after.level }),
    before.quality === after.quality ? '' : t('changes.quality', { before: before.quality, after: after.quality }),
  ]
    .filter(Boolean)
    .join(', ')
}

function ChangeLine({ name, value, isGame = false }: { name: string; value: string; isGame?: boolean }) {
  return (
    <div>
      <dt className={isGame ? 'game' : undefined}>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
