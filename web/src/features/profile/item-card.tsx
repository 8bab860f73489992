import './equipment.css'
import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import { t } from '../../lib/text/messages.ts'
import { addressWiki } from '../../lib/text/wiki.ts'
import type { Mod, ShownItem } from './item-text.ts'

/** Labels of properties with another name in the text. */
const labels: Readonly<Record<string, () => string>> = {
  'Item Level': () => t('item.level'),
  LevelReq: () => t('item.requires'),
}

/** The full text of an item, like a tooltip of the game. */
export function ItemCard({ item, game_version }: { item: ShownItem; game_version: GameVersion }) {
  const { rarity, name, base, quality, properties, sockets, runes, influences, implicits, explicits, flags } = item
  const isUnique = rarity === 'unique' || rarity === 'relic'
  return (
    <article className={`item item-${rarity}`}>
      <h4 className="game item-title">
        <bdi>{name}</bdi>
        {base && <bdi className="item-base">{base}</bdi>}
      </h4>
      <dl className="item-properties">
        {quality > 0 && <Property name={t('item.quality')} value={`${quality} %`} />}
        {properties.map((property) => (
          <Property key={property.name} name={labels[property.name]?.() ?? property.name} value={property.value} />
        ))}
        {sockets.length > 0 && (
          <Property
            name={t('item.sockets')}
            value={
              runes.length > 0
                ? runes.map((rune) => rune || t('item.socketEmpty')).join(', ')
                : sockets.map((group) => t('item.linked', { count: group.length, colours: group })).join(', ')
            }
          />
        )}
      </dl>
      <Mods mods={implicits} />
      <Mods mods={explicits} />
      {(influences.length > 0 || flags.length > 0) && (
        <p className="item-flags">
          {influences.map((influence) => (
            <span key={influence}>{t('item.influence', { name: influence })}</span>
          ))}
          {flags.map((flag) => (
            <span key={flag} className={flag === 'Corrupted' ? 'bad' : undefined}>
              {flag}
            </span>
          ))}
        </p>
      )}
      {isUnique && name !== '' && (
        <a className="link small" href={addressWiki(game_version, name)} target="_blank" rel="noreferrer">
          {t('equipment.wiki')} <span className="vh">{t('link.newTab')}</span>
        </a>
      )}
    </article>
  )
}

function Property({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Mods({ mods }: { mods: readonly Mod[] }) {
  if (mods.length === 0) return null
  return (
    <ul className="item-mods">
      {mods.map(({ kind, text }, index) => (
        // The same line can occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${text}`} className={`mod-${kind}`}>
          {text}
          {kind !== 'plain' && <small> ({t(`item.mod.${kind}`)})</small>}
        </li>
      ))}
    </ul>
  )
}
