import './item-panel.css'
import '../../../messages/admin-guild.ts'
import type { ItemLogLine, StashItem } from '@muster/contract/team-stash'
import { readFrameType } from '@muster/domain/items/frames'
import { readText } from '@muster/domain/items/normalise'
import { type ReactNode, useEffect } from 'react'
import { FailureNote } from '../../../api/calls/data-block.tsx'
import { findKindOfItem } from '../../../api/items/item-kind.ts'
import { allowPicture, ItemPicture, useItemImages } from '../../../api/items/item-picture.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { useIsNarrow } from '../../../lib/browser/media.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatEventTime, formatFull } from '../../../lib/time/time.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Sheet } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { Misses, Serves } from './item-purpose.tsx'
import { ItemText } from './item-text.tsx'
import { rarityOf, readNames } from './read-item.ts'
import { useStashItem } from './use-team-stash.ts'

interface ItemPanelProps {
  /** The tab or part that holds the item. */
  stash_id: string
  item_key: string
  /** The name from the list, until the details have loaded. */
  name: string
  onClose: () => void
}

/**
 * One item: its text, the objectives it counts for or misses, and its history. Beside the tab if there is room, otherwise over
 * it.
 */
export function ItemPanel({ stash_id, item_key, name, onClose }: ItemPanelProps) {
  const isNarrow = useIsNarrow()
  const content = <Content key={item_key} stash_id={stash_id} item_key={item_key} />
  if (isNarrow)
    return (
      <Sheet title={name} closeLabel={t('guild.closeItem')} onClose={onClose}>
        {content}
      </Sheet>
    )
  return (
    <Aside name={name} onClose={onClose}>
      {content}
    </Aside>
  )
}

function Aside({ name, onClose, children }: { name: string; onClose: () => void; children: ReactNode }) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [onClose])
  return (
    // A scrolling region has to be focusable, or its hidden part cannot be reached without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <aside className="stash-panel" aria-label={name} tabIndex={0}>
      <span className="stash-panel-close">
        <IconButton label={t('guild.closeItem')} icon="close" onClick={onClose} />
      </span>
      {children}
    </aside>
  )
}

function Content({ stash_id, item_key }: Pick<ItemPanelProps, 'stash_id' | 'item_key'>) {
  const { data, error, refetch } = useStashItem(stash_id, item_key)
  if (data) return <Known item={data} />
  if (error) return <FailureNote problem={error} title={t('guild.itemFailed')} onRetry={() => void refetch()} />
  return <SkeletonRows rows={8} height={36} label={t('loading')} />
}

function Known({ item: { item, tab, serves, serves_total, others, others_total, log } }: { item: StashItem }) {
  const images = useItemImages()
  const { name, base } = readNames(item)
  const frame_type = readFrameType(item)
  const icon = readText(item['icon'])
  return (
    <div className={`stash-known stash-${rarityOf(frame_type)}`}>
      <header className="stash-known-head">
        <span className="stash-art" style={{ aspectRatio: `${item.w} / ${item.h}` }}>
          <ItemPicture
            src={allowPicture(icon, images)}
            kind={findKindOfItem({ icon, base_type: readText(item['baseType']), frame_type })}
          />
        </span>
        <div>
          <h2 className="game stash-known-name">
            <bdi>{name}</bdi>
          </h2>
          {base !== '' && (
            <p className="stash-known-base">
              <bdi>{base}</bdi>
            </p>
          )}
        </div>
      </header>
      <ItemText item={item} />
      <Serves serves={serves} total={serves_total} team_id={tab.team_id} />
      <Misses others={others} total={others_total} />
      <Trail lines={log.lines} has_more={log.has_more} />
      <Button
        icon="copy"
        size="small"
        onClick={() => {
          const { objectiveId: _one, objectives: _all, ...sent } = item
          void navigator.clipboard
            .writeText(JSON.stringify(sent, null, 2))
            .then(() => showToast(t('guild.copied')))
            .catch(() => showToast(t('guild.copyFailed'), { kind: 'bad' }))
        }}
      >
        {t('guild.copyJson')}
      </Button>
    </div>
  )
}

/** Log lines with this item's name. The log has only names, so some lines may be about another item. */
function Trail({ lines, has_more }: { lines: readonly ItemLogLine[]; has_more: boolean }) {
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  return (
    <section aria-labelledby="stash-trail">
      <div className="stash-part-head">
        <h3 id="stash-trail">{t('guild.trail')}</h3>
        <span className="quieter small">{t('guild.trailNote')}</span>
      </div>
      {lines.length === 0 && <p className="quieter">{t('guild.trailNone')}</p>}
      <ol className="stash-trail">
        {lines.map((line) => {
          const at = line.timestamp * 1000
          return (
            <li key={line.id} className={line.match === 'place' ? 'stash-trail-here' : undefined}>
              <time className="num quieter" dateTime={new Date(at).toISOString()} title={formatFull(at)}>
                {formatEventTime(at, start)}
              </time>
              <span>
                {t(`guild.log.${line.action}`, { name: line.account_name, tab: line.stash_name ?? t('guild.goneTab') })}
                {line.match !== 'place' && <small className="quieter"> {t(`guild.match.${line.match}`)}</small>}
              </span>
            </li>
          )
        })}
      </ol>
      {has_more && <p className="quieter small">{t('guild.trailMore')}</p>}
    </section>
  )
}
