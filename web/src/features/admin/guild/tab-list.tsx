import './guild.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild.ts'
import { maxPriorityTabs } from '@muster/contract/guild-stash'
import type { TeamStashTab } from '@muster/contract/team-stash'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { IconButton } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ItemIcon } from '../../../ui/marks/item-icon.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { kindOfTab, marksOfState, nameTab, nameTabType, sayAge } from './tab-words.ts'
import { type ListedTab, awaitFetch } from './use-team-stash.ts'

/** More than fit on a screen. */
const worthFiltering = 8
const clockStep_ms = 5000

interface TabListProps {
  tabs: readonly ListedTab[]
  open_id: string | undefined
  isLead: boolean
}

/** The guild's tabs by position, with the state of fetching, scoring items, and for the lead a switch each. */
export function TabList({ tabs, open_id, isLead }: TabListProps) {
  const [words, setWords] = useState('')
  const now = useServerNow(clockStep_ms)
  const wanted = words.trim().toLowerCase()
  const isFull = tabs.filter(({ tab }) => tab.is_priority).length >= maxPriorityTabs
  const shown = tabs.filter(({ tab }) =>
    `${tab.name} ${nameTabType(tab.type)} ${tab.folder_name ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <section className="guild-tabs" aria-labelledby="guild-tabs">
      <div className="block-head">
        <h2 className="block-title" id="guild-tabs">
          {t('guild.tabs')}
        </h2>
        <span className="block-note">{t('guild.tabsNote')}</span>
      </div>
      {tabs.length > worthFiltering && (
        <SearchInput label={t('guild.filter')} value={words} onChange={setWords} maxLength={100} />
      )}
      {shown.length === 0 && <p className="quieter guild-tabs-none">{t('guild.filterNone')}</p>}
      <ul>
        {shown.map((listed) => (
          <TabRow
            key={listed.tab.id}
            listed={listed}
            isOpen={listed.tab.id === open_id}
            isLead={isLead}
            isFull={isFull}
            now={now}
          />
        ))}
      </ul>
    </section>
  )
}

/** Always six digits, whatever the length sent. */
export const styleOfTab = ({ color }: Pick<TeamStashTab, 'color'>): CSSProperties =>
  /^#?[0-9a-f]{6}$/i.test(color ?? '') ? ({ '--tab': `#${color?.replace('#', '')}` } as CSSProperties) : {}

interface RowProps {
  listed: ListedTab
  isOpen: boolean
  isLead: boolean
  /** No further tab can get priority. */
  isFull: boolean
  now: number
}

function TabRow({ listed, isOpen, isLead, isFull, now }: RowProps) {
  const { tab, scoring, points } = listed
  const { state, message, advice } = tab.fetching
  const mark = marksOfState[state]
  const name = nameTab(tab)
  const event = useEventKey()
  const fetchNow = useWrite(() => callWrite('updateStashTab', { eventId: event, stash_id: tab.id }), {
    onDone: () => {
      awaitFetch()
      showToast(t('guild.wanted', { name }))
    },
  })
  return (
    <li className={isOpen ? 'guild-tab guild-tab-open' : 'guild-tab'} style={styleOfTab(tab)}>
      <ItemIcon kind={kindOfTab(tab.type)} className="guild-tab-icon" />
      <div className="guild-tab-words">
        <Link
          to={paths.guildStash}
          params={{ stashId: tab.id }}
          search={(before: object) => ({ ...before, item: undefined, part: undefined })}
          resetScroll={false}
          className="guild-tab-name"
          aria-current={isOpen ? 'page' : undefined}
        >
          <bdi>{name}</bdi>
        </Link>
        <small className="quieter">
          {[
            nameTabType(tab.type),
            tab.folder_name,
            tab.is_priority && t('guild.priority'),
            state === 'off' ? t('guild.off') : sayAge(tab, now),
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
        {mark && (
          <small className={`guild-tab-state ${mark.name}`}>
            <Icon name={mark.icon} size={12} />
            <span>
              {state === 'now' ? t('guild.now') : message} {isLead && advice}
            </span>
          </small>
        )}
        <WriteProblem write={fetchNow} />
      </div>
      <span className="guild-tab-scores num">
        {scoring > 0 ? formatCount(scoring) : '–'}
        <span className="vh"> {t('guild.scoringItems', { count: scoring })}</span>
        {points > 0 && <small className="quieter">{t('guild.points', { count: points })}</small>}
      </span>
      {isLead && (
        <span className="guild-tab-acts">
          <TabSwitch tab={tab} />
          <PriorityButton tab={tab} isFull={isFull} />
          <IconButton
            label={t('guild.fetchTab', { name })}
            icon="retry"
            aria-disabled={fetchNow.is_busy || state === 'off'}
            onClick={() => state !== 'off' && !fetchNow.is_busy && fetchNow.run(undefined)}
          />
        </span>
      )}
    </li>
  )
}

/** Whether a tab is fetched more often than others; this also switches its fetching on. */
function PriorityButton({ tab, isFull }: { tab: TeamStashTab; isFull: boolean }) {
  const event = useEventKey()
  const name = nameTab(tab)
  const { is_priority } = tab
  const write = useWrite(
    () => callWrite('setStashPriority', { eventId: event, stash_id: tab.id, body: { is_priority: !is_priority } }),
    {
      onDone: (changed) => {
        awaitFetch()
        showToast(t(changed.is_priority ? 'guild.prioritySet' : 'guild.priorityTaken', { name }))
      },
    },
  )
  const isRefused = isFull && !is_priority
  const label = isRefused
    ? t('guild.priorityFull', { count: maxPriorityTabs })
    : t(is_priority ? 'guild.priorityOff' : 'guild.priorityOn', { name })
  return (
    <>
      <IconButton
        label={label}
        icon="pin"
        aria-pressed={is_priority}
        aria-disabled={isRefused || write.is_busy}
        onClick={() => !isRefused && !write.is_busy && write.run(undefined)}
      />
      <WriteProblem write={write} />
    </>
  )
}

/** Whether a tab is fetched and its items count. */
function TabSwitch({ tab }: { tab: TeamStashTab }) {
  const event = useEventKey()
  const name = nameTab(tab)
  const write = useWrite((_: { isUndo: boolean }) => callWrite('switchStashFetching', { eventId: event, stash_id: tab.id }), {
    onDone: ({ fetch_enabled }, { isUndo }) => {
      awaitFetch()
      const text = t(fetch_enabled ? 'guild.switchedOn' : 'guild.switchedOff', { name })
      const action = { label: t('undo.act'), run: () => write.run({ isUndo: true }) }
      showToast(text, isUndo ? {} : { action })
    },
  })
  return (
    <>
      <Switch
        label={t('guild.fetching', { name })}
        isOn={tab.fetch_enabled}
        isBusy={write.is_busy}
        onChange={() => write.run({ isUndo: false })}
      />
      <WriteProblem write={write} />
    </>
  )
}
