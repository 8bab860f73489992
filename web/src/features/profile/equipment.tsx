import './equipment.css'
import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import type { NamedItem } from '@muster/domain/items/named-items'
import { type CSSProperties, useId, useMemo, useState } from 'react'
import { ItemPicture } from '../../api/items/item-picture.tsx'
import { useNamedPictures } from '../../api/items/named-pictures.ts'
import { t } from '../../lib/text/messages.ts'
import { ItemIcon } from '../../ui/marks/item-icon.tsx'
import { ItemCard } from './item-card.tsx'
import type { ShownItem } from './item-text.ts'
import type { Build } from './read-build.ts'
import { findKindOfSlot } from './slot-kind.ts'

/** Position of a slot on the doll: row, column, end row, end column. */
const wornAreas = {
  'Weapon 1': '1/1/4/3',
  Helmet: '1/4/3/6',
  'Weapon 2': '1/7/4/9',
  'Body Armour': '3/4/6/6',
  Amulet: '2/6/3/7',
  'Ring 1': '4/3/5/4',
  'Ring 2': '4/6/5/7',
  Gloves: '4/1/6/3',
  Belt: '6/4/7/6',
  Boots: '4/7/6/9',
}

/** The last row has five places in both games. */
const areas: Readonly<Record<GameVersion, Readonly<Record<string, string>>>> = {
  poe1: {
    ...wornAreas,
    'Flask 1': '7/2/9/3',
    'Flask 2': '7/3/9/4',
    'Flask 3': '7/4/9/5',
    'Flask 4': '7/5/9/6',
    'Flask 5': '7/6/9/7',
  },
  poe2: {
    ...wornAreas,
    'Flask 1': '7/2/9/3',
    'Flask 2': '7/3/9/4',
    'Charm 1': '7/4/9/5',
    'Charm 2': '7/5/9/6',
    'Charm 3': '7/6/9/7',
  },
}

interface Place {
  readonly id: string
  readonly slot: string
  readonly item: ShownItem
  readonly area?: string | undefined
}

function listPlaces(
  { worn, jewels }: Build,
  game_version: GameVersion,
): { doll: (Place | { slot: string; area: string })[]; others: Place[] } {
  const own = areas[game_version]
  const doll = Object.entries(own).map(([slot, area]) => {
    const item = worn.get(slot)
    return item ? { id: slot, slot, area, item } : { slot, area }
  })
  const further = [...worn].filter(([slot]) => !(slot in own)).map(([slot, item]) => ({ id: slot, slot, item }))
  const inTree = [...jewels].map(([node, item]) => ({ id: `node ${node}`, slot: t('equipment.jewel'), item }))
  return { doll, others: [...further, ...inTree] }
}

const nameOf = ({ name, base }: ShownItem) => name || base

/** Uniques have their own pictures. Other items have the picture of their type, which is part of a magic item's line. */
const nameForPicture = ({ rarity, name, base }: ShownItem): NamedItem =>
  rarity === 'unique' || rarity === 'relic' ? { name, is_unique: true } : { name: base || name, is_unique: false }

/**
 * Worn items on a doll. Hover, focus or tap on an item shows its text below; the last one stays, so that it can be read, copied
 * and scrolled.
 */
export function Equipment({ build, game_version }: { build: Build; game_version: GameVersion }) {
  const { doll, others } = listPlaces(build, game_version)
  const filled = [...doll.filter((place) => 'item' in place), ...others]
  const named = useMemo(() => [...build.worn.values(), ...build.jewels.values()].map(nameForPicture), [build])
  const pictureOf = useNamedPictures(game_version, named)
  const [chosen, setChosen] = useState<string | null>(null)
  const cardId = useId()
  const shown = filled.find(({ id }) => id === chosen) ?? filled.find(({ id }) => id === 'Body Armour') ?? filled[0]
  if (filled.length === 0) return <p className="profile-none">{t('equipment.none')}</p>
  const show = (place: Place) => (
    <button
      key={place.id}
      type="button"
      className={`slot slot-${place.item.rarity}`}
      style={place.area === undefined ? undefined : ({ gridArea: place.area } satisfies CSSProperties)}
      aria-label={t('equipment.item', { slot: place.slot, name: nameOf(place.item) })}
      aria-pressed={place === shown}
      aria-controls={cardId}
      onClick={() => setChosen(place.id)}
      onFocus={() => setChosen(place.id)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setChosen(place.id)}
    >
      <ItemPicture src={pictureOf(nameForPicture(place.item))} kind={findKindOfSlot(place.slot)} iconClass="slot-icon" />
    </button>
  )
  return (
    <div className="equipment">
      <div className="doll">
        {doll.map((place) =>
          'item' in place ? (
            show(place)
          ) : (
            <span
              key={place.slot}
              className="slot slot-none"
              style={{ gridArea: place.area }}
              role="img"
              aria-label={t('equipment.empty', { slot: place.slot })}
            >
              <ItemIcon kind={findKindOfSlot(place.slot)} className="slot-icon" />
            </span>
          ),
        )}
      </div>
      {others.length > 0 && (
        <>
          <h3 className="equipment-others">{t('equipment.others')}</h3>
          <div className="slot-row">{others.map(show)}</div>
        </>
      )}
      <div id={cardId} className="equipment-card" aria-live="polite">
        {shown && <ItemCard item={shown.item} game_version={game_version} />}
      </div>
      <p className="small quieter only-wide prompt">{t('equipment.choose')}</p>
    </div>
  )
}
