import './guild.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { useReadsGame } from '../../../api/live/clock.ts'
import { EmptyRead } from '../../../api/scores/empty-read.tsx'
import { useEvent, useStatus } from '../../../api/scores/event.ts'
import { WithoutGame } from '../../../api/scores/without-game.tsx'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { AccessBlock, UpdateAccess } from './access-block.tsx'
import { ItemPanel } from './item-panel.tsx'
import { StashSearchBox } from './search-hits.tsx'
import { readNames } from './read-item.ts'
import type { StashLook } from './stash-search.ts'
import { styleOfTab, TabList } from './tab-list.tsx'
import { TabView } from './tab-view.tsx'
import { isFetched, nameTab } from './tab-words.ts'
import { type ListedTab, listTabs, useTabContent, useTeamStash } from './use-team-stash.ts'

interface StashesPageProps {
  /** The open tab; undefined if none was chosen. */
  stash_id: string | undefined
  look: StashLook
  onLook: (next: Partial<StashLook>) => void
}

/** The items in the guild's tabs, which of them score, and the state of fetching. */
export function StashesPage(props: StashesPageProps) {
  const { team_id } = useStatus()
  const readsGame = useReadsGame()
  if (team_id === null)
    return (
      <AdminPage title={t('guild.stashTitle')}>
        <Empty title={t('guild.noTeamTitle')} text={t('guild.noTeamText')} />
      </AdminPage>
    )
  if (readsGame === false)
    return (
      <AdminPage title={t('guild.stashTitle')}>
        <WithoutGame />
      </AdminPage>
    )
  return (
    <DataGuard title={t('guild.stashTitle')}>
      <Suspense
        fallback={
          <AdminPage title={t('guild.stashTitle')}>
            <SkeletonRows rows={8} height={56} label={t('loading')} />
          </AdminPage>
        }
      >
        <Stashes {...props} />
      </Suspense>
    </DataGuard>
  )
}

/** A summary of all tabs in a sentence. */
export function sayTabs(tabs: readonly ListedTab[]): string {
  const count = (holds: (one: ListedTab) => boolean) => tabs.filter(holds).length
  const refused = count(({ tab }) => tab.fetching.state === 'refused')
  const scoring = tabs.reduce((sum, one) => sum + one.scoring, 0)
  return [
    t('guild.leadTabs', { count: tabs.length, on: formatCount(count(({ tab }) => tab.fetch_enabled)) }),
    refused > 0 ? t('guild.leadRefused', { count: refused }) : '',
    t('guild.leadScoring', { count: scoring }),
  ]
    .filter(Boolean)
    .join(' ')
}

function Stashes({ stash_id, look, onLook }: StashesPageProps) {
  const stash = useTeamStash()
  const event = useEvent()
  const isLead = useStatus().is_team_lead
  const tabs = listTabs(stash)
  const open = stash_id === undefined ? undefined : tabs.find(({ tab }) => tab.id === stash_id)
  const search = useCallback((words: string) => onLook({ search: words === '' ? undefined : words }), [onLook])
  const close = useCallback(() => onLook({ item: undefined }), [onLook])
  return (
    <AdminPage title={t('guild.stashTitle')} lead={tabs.length > 0 && sayTabs(tabs)}>
      {!stash.is_fetching && event?.final_since === null && <Stopped />}
      {tabs.length === 0 ? (
        <EmptyRead event={event} title={t('guild.noTabsTitle')} text={t(isLead ? 'guild.noTabsLead' : 'guild.noTabsText')}>
          {isLead && <UpdateAccess />}
        </EmptyRead>
      ) : (
        <div className={look.item === undefined ? 'guild-panes' : 'guild-panes guild-panes-item'}>
          <TabPicker open={open} isSearching={look.search !== undefined}>
            <TabList tabs={tabs} open_id={stash_id} isLead={isLead} />
          </TabPicker>
          <div className="guild-middle">
            <StashSearchBox words={look.search ?? ''} onSearch={search} />
            {stash_id === undefined ? (
              <NothingOpen tabs={tabs} isLead={isLead} />
            ) : open === undefined ? (
              <Empty title={t('guild.goneTitle')} text={t('guild.goneText')} />
            ) : !isFetched(open.tab) ? (
              <Empty
                title={t('guild.neverTitle')}
                text={open.tab.fetch_enabled ? t('guild.neverText') : t(isLead ? 'guild.offLead' : 'guild.offText')}
              />
            ) : (
              <DataGuard title={nameTab(open.tab)}>
                <Suspense fallback={<SkeletonRows rows={12} height={48} label={t('loading')} />}>
                  <TabView key={stash_id} stash_id={stash_id} look={look} onLook={onLook} />
                </Suspense>
              </DataGuard>
            )}
          </div>
          {open && isFetched(open.tab) && look.item !== undefined && (
            <Suspense>
              <OpenItem tab_id={open.tab.id} part={look.part} item_key={look.item} onClose={close} />
            </Suspense>
          )}
        </div>
      )}
      <DataBlock
        title={t('guild.access')}
        note={t('guild.accessNote')}
        loading={<SkeletonRows rows={4} height={48} label={t('loading')} />}
      >
        <AccessBlock isLead={isLead} />
      </DataBlock>
    </AdminPage>
  )
}

/** On a phone the list of tabs folds into one line with the open tab, once a tab is open or a search is running. */
function TabPicker(props: { open: ListedTab | undefined; isSearching: boolean; children: ReactNode }) {
  const { open, isSearching, children } = props
  const [shown, setShown] = useState<string | null>(null)
  const key = open?.tab.id ?? ''
  const isOpen = shown === key || (!open && !isSearching)
  return (
    <div className={isOpen ? 'guild-picker' : 'guild-picker guild-picker-folded'}>
      <button
        type="button"
        className="guild-pick only-phone"
        aria-expanded={isOpen}
        style={open && styleOfTab(open.tab)}
        onClick={() => setShown(isOpen ? null : key)}
      >
        <bdi className="strong">{open ? nameTab(open.tab) : t('guild.chooseTab')}</bdi>
        <Icon name="down" />
      </button>
      {children}
    </div>
  )
}

/** The open item. Its position comes from the tab, unless it has left the tab. */
function OpenItem({
  tab_id,
  part,
  item_key,
  onClose,
}: {
  tab_id: string
  part: string | undefined
  item_key: string
  onClose: () => void
}) {
  const tab = useTabContent(tab_id)
  const isIn = ({ items = [] }: typeof tab) =>
    items.some((item, place) => item['id'] === item_key || item_key === `place-${place}`)
  const all = [tab, ...tab.children]
  const inside = all.find((one) => one.id === part && isIn(one)) ?? all.find(isIn)
  const item = inside?.items?.find((one, place) => one['id'] === item_key || item_key === `place-${place}`)
  const name = item ? readNames(item).name : t('guild.item')
  return <ItemPanel stash_id={inside?.id ?? part ?? tab_id} item_key={item_key} name={name} onClose={onClose} />
}

function Stopped() {
  return (
    <p className="guild-note" role="note">
      <Icon name="warning" size={14} />
      <span>{t('guild.stopped')}</span>
    </p>
  )
}

function NothingOpen({ tabs, isLead }: { tabs: readonly ListedTab[]; isLead: boolean }) {
  if (tabs.every(({ tab }) => !tab.fetch_enabled))
    return <Empty title={t('guild.allOffTitle')} text={t(isLead ? 'guild.allOffLead' : 'guild.allOffText')} />
  const best = tabs.toSorted((a, b) => b.points - a.points || b.scoring - a.scoring)[0]
  return (
    <Empty title={t('guild.chooseTitle')} text={t('guild.chooseText')}>
      {best && (
        <Link
          to={paths.guildStash}
          params={{ stashId: best.tab.id }}
          search={true}
          resetScroll={false}
          className={nameButton({})}
        >
          {t('guild.openBest', { name: nameTab(best.tab) })}
        </Link>
      )}
    </Empty>
  )
}
