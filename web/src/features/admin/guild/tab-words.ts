import '../../../messages/admin-guild.ts'
import { neverFetched } from '@muster/contract/guild-stash'
import type { TabFetchingState, TeamStashTab } from '@muster/contract/team-stash'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import type { IconName } from '../../../ui/marks/icon.tsx'
import type { ItemKind } from '../../../ui/marks/item-icon.tsx'

const kindOfType: Readonly<Record<string, ItemKind>> = {
  CurrencyStash: 'orb',
  EssenceStash: 'essence',
  DivinationCardStash: 'card',
  FragmentStash: 'fragment',
  DelveStash: 'fossil',
  BlightStash: 'orb',
  DeliriumStash: 'fragment',
  MetamorphStash: 'other',
  UltimatumStash: 'paper',
  FlaskStash: 'flask',
  GemStash: 'gem',
  MapStash: 'map',
  UniqueStash: 'helmet',
}

/** The icon of a tab type; general tabs have a box. */
export const kindOfTab = (type: string): ItemKind => kindOfType[type] ?? 'other'

/** "Divination card" for `DivinationCardStash`: the game's own word, so new types work too. */
export function nameTabType(type: string): string {
  const words = type.replace(/Stash$/, '').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words === '' ? t('guild.typeUnknown') : words
}

export const nameTab = ({ name, index }: { name: string; index: number | null }): string =>
  name || (index === null ? t('guild.noName') : t('guild.noNameAt', { place: index + 1 }))

export const isFetched = ({ last_fetch }: Pick<TeamStashTab, 'last_fetch'>): boolean => last_fetch !== neverFetched

/** "24 s ago". */
export const sayAge = ({ last_fetch }: Pick<TeamStashTab, 'last_fetch'>, now: number): string =>
  last_fetch === neverFetched ? t('guild.never') : t('guild.ago', { span: formatSpan(now - Date.parse(last_fetch)) })

/** States that need more than the age of the last fetch, with their mark. */
export const marksOfState: Readonly<Partial<Record<TabFetchingState, { icon: IconName; name: string }>>> = {
  stopped: { icon: 'minus', name: 'quiet' },
  waiting: { icon: 'clock', name: 'quiet' },
  now: { icon: 'busy', name: 'ember' },
  refused: { icon: 'close', name: 'bad' },
  paused: { icon: 'clock', name: 'quiet' },
}
