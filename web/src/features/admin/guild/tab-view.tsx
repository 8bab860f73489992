import './board.css'
import '../../../messages/admin-guild.ts'
import type { GuildStashTabContent } from '@muster/contract/guild-stash'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useItemImages } from '../../../api/items/item-picture.tsx'
import { useIsPhone } from '../../../lib/browser/media.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Chip, Segments } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import type { ItemSetting } from './board-item.tsx'
import { ItemBoard } from './item-board.tsx'
import { ItemRows, ItemTiles } from './item-tiles.tsx'
import { type Arrangement, arrangeTab, listParts, type Part } from './read-boards.ts'
import { readTabItems, type TabItem } from './read-item.ts'
import type { StashLook } from './stash-search.ts'
import { nameTab, nameTabType } from './tab-words.ts'
import { useObjectivePoints, useTabContent } from './use-team-stash.ts'

export interface TabViewProps {
  stash_id: string
  look: StashLook
  onLook: (next: Partial<StashLook>) => void
}

/** The items of a tab, laid out as in the game or as a list. */
export function TabView({ stash_id, look, onLook }: TabViewProps) {
  const tab = useTabContent(stash_id)
  const images = useItemImages()
  const isHighlighting = look.highlightScoring !== false
  const setting = useMemo(() => ({ images, isHighlighting }), [images, isHighlighting])
  const parts = useMemo(() => listParts(tab), [tab])
  const part = parts.find((one) => one.tab.id === look.part) ?? parts[0]
  const shown = part?.tab ?? tab
  const items = useMemo(() => readTabItems(shown), [shown])
  const arrangement = useMemo(() => arrangeTab(shown), [shown])
  const scoring = items.filter(({ objectives }) => objectives.length > 0).length
  return (
    <section className="stash-view" aria-labelledby="stash-view">
      <div className="stash-head">
        <h2 id="stash-view">
          <bdi>{nameTab({ name: tab.name, index: tab.index ?? null })}</bdi>
        </h2>
        <span className="quieter small">
          {nameTabType(tab.type)}, {t('guild.items', { count: parts.reduce((sum, one) => sum + one.count, 0) || items.length })}
        </span>
        <div className="stash-tools">
          {arrangement.boards.length > 0 && (
            <Segments
              label={t('guild.viewAs')}
              value={look.view ?? 'board'}
              choices={[
                { value: 'board', label: t('guild.viewBoard') },
                { value: 'list', label: t('guild.viewList') },
              ]}
              onChange={(view) => onLook({ view: view === 'list' ? 'list' : undefined })}
            />
          )}
          <span className="switch-line">
            <Switch
              label={t('guild.highlight')}
              isNow
              isOn={isHighlighting}
              onChange={(isOn) => onLook({ highlightScoring: isOn ? undefined : false })}
            />
            <span aria-hidden="true">{t('guild.highlight')}</span>
          </span>
        </div>
      </div>
      {parts.length > 0 && tab.type !== 'Folder' && <PartChoice parts={parts} chosen={part} onLook={onLook} />}
      {tab.type === 'Folder' ? (
        <FolderTabs tabs={tab.children} />
      ) : items.length === 0 && arrangement.boards.length === 0 ? (
        <Empty title={t('guild.emptyTitle')} text={t('guild.emptyText')} />
      ) : (
        <Contents tab={shown} items={items} arrangement={arrangement} setting={setting} look={look} onLook={onLook} />
      )}
      <ul className="stash-key small quieter">
        <li>
          <i className="stash-key-scores" />
          {t('guild.keyScores', { count: scoring })}
        </li>
        <li>
          <i className="stash-key-rest" />
          {t('guild.keyRest')}
        </li>
        {arrangement.boards.length > 0 && look.view !== 'list' && (
          <li className="stash-key-tap only-phone">{t('guild.keyTap')}</li>
        )}
      </ul>
    </section>
  )
}

function PartChoice({
  parts,
  chosen,
  onLook,
}: { parts: readonly Part[]; chosen: Part | undefined } & Pick<TabViewProps, 'onLook'>) {
  return (
    <fieldset className="chips stash-parts" aria-label={t('guild.parts')}>
      {parts.map((part) => (
        <Chip key={part.tab.id} isOn={part === chosen} onChange={() => onLook({ part: part.tab.id, item: undefined })}>
          <bdi>{part.name || t('guild.noName')}</bdi>
          <span className="num quieter">{formatCount(part.count)}</span>
          {part.scoring > 0 && <span className="num ember">{t('guild.partScoring', { count: part.scoring })}</span>}
        </Chip>
      ))}
    </fieldset>
  )
}

/** A folder holds no items; its tabs do. */
function FolderTabs({ tabs }: { tabs: readonly GuildStashTabContent[] }) {
  return (
    <ul className="stash-folder">
      {tabs.map((tab) => (
        <li key={tab.id}>
          <Link to={paths.guildStash} params={{ stashId: tab.id }} search={true} className="link">
            <bdi>{nameTab({ name: tab.name, index: tab.index ?? null })}</bdi>
          </Link>{' '}
          <small className="quieter">{nameTabType(tab.type)}</small>
        </li>
      ))}
    </ul>
  )
}

interface ContentsProps {
  tab: GuildStashTabContent
  items: readonly TabItem[]
  arrangement: Arrangement
  setting: ItemSetting
  look: StashLook
  onLook: TabViewProps['onLook']
}

/** Types whose items are recognised by name and have no position. */
const tiled: ReadonlySet<string> = new Set(['DivinationCardStash', 'UniqueStash', 'MapStash'])

function Contents({ tab, items, arrangement, setting, look, onLook }: ContentsProps) {
  const points = useObjectivePoints()
  const isPhone = useIsPhone()
  const [section, setSection] = useState('')
  const { boards, unplaced } = arrangement
  const board =
    boards.find((one) => one.section === section) ??
    boards.find(({ placed }) => placed.some(({ item }) => item.key === look.item)) ??
    boards[0]
  const shared = { points, setting, selected: look.item, onOpen: (item: TabItem) => onLook({ item: item.key, part: look.part }) }
  if (look.view === 'list' && boards.length > 0)
    return <ItemRows label={t('guild.itemsOf', { name: nameTab({ name: tab.name, index: null }) })} items={items} {...shared} />
  return (
    <>
      {boards.length > 1 && (
        <fieldset className="chips stash-parts" aria-label={t('guild.sections')}>
          {boards.map((one) => (
            <Chip key={one.section} isOn={one === board} onChange={() => setSection(one.section)}>
              <span className="stash-section">{one.section || t('guild.sectionOther')}</span>
              <span className="num quieter">{formatCount(one.placed.length)}</span>
            </Chip>
          ))}
        </fieldset>
      )}
      {board && <ItemBoard key={`${tab.id} ${board.section}`} label={t('guild.board')} board={board} {...shared} />}
      {board && unplaced.length > 0 && <h3 className="stash-elsewhere">{t('guild.unplaced')}</h3>}
      {unplaced.length > 0 &&
        (tiled.has(tab.type) && !isPhone ? (
          <ItemTiles label={t('guild.unplacedLabel')} items={unplaced} {...shared} />
        ) : (
          <ItemRows label={t('guild.unplacedLabel')} items={unplaced} {...shared} />
        ))}
    </>
  )
}
