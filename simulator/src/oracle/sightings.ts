/** Watches a world and records for each objective and team the numbers that a reader could have seen, with their periods. */
import type { Objective } from '@muster/contract/objectives'
import { realmRows } from '../realms.ts'
import type { World } from '../world/world.ts'
import { watchCharacters } from './character-sightings.ts'
import { type Contest, listObjectives, type Patience, type Sighting } from './contest.ts'
import { createHoldings, type Change, type Source } from './holdings.ts'
import { PlayerSightings } from './player-sightings.ts'
import { createSightingLog, type SightingLog } from './sighting-log.ts'
import { TabSightings } from './tab-sightings.ts'
import { watchValues } from './value-sightings.ts'
import type { Watch } from './watch.ts'

export interface Sightings {
  /** Sightings of an objective that count for a team, in any order, including current ones. */
  of: (objective_id: number, team: number) => readonly Sighting[]
  /** Numbers of each tab, character, player or team over time; empty for an aggregation that needs no latest number. */
  sources: (objective_id: number, team: number) => ReadonlyMap<string, Source>
  /** Sets the time from which guild tabs are read. */
  guildsFrom: (at: number) => void
}

/**
 * Whether an objective counts only items on characters: conditions on the wearer need worn items. A game that shows no tabs has no
 * other items.
 */
const isOfCharacters = ({ realm }: Contest, { conditions }: Objective): boolean =>
  !realmRows[realm].has_storage || conditions.some(({ field }) => field === 'WORN_BY')

/** @param isCalm see `Watch`. */
export const watchSightings = (world: World, contest: Contest, patience: Patience, isCalm = false): Sightings => {
  const objectives = listObjectives(contest.root)
  const ofItems = objectives.filter(({ objective_type, conditions }) => objective_type === 'ITEM' && conditions.length > 0)
  const ofCharacters = ofItems.filter((objective) => isOfCharacters(contest, objective))
  const ofTabs = ofItems.filter((objective) => !ofCharacters.includes(objective))
  /** By team, then by objective. */
  const kept = world.teams.map(() => new Map<number, SightingLog>())
  const keep: Watch['keep'] = (objective_id, team, sighting) => {
    const ofTeam = kept[team]
    const log = ofTeam?.get(objective_id) ?? createSightingLog()
    log.add(sighting)
    ofTeam?.set(objective_id, log)
  }
  const holdings = createHoldings(objectives)
  const watch = { world, contest, patience, isCalm, holdings, keep }
  const tabs = new TabSightings(watch, ofTabs)
  const players = new PlayerSightings(watch, objectives)
  const characters = watchCharacters(watch, ofCharacters)
  const values = watchValues(watch, objectives)

  const { onPublished, onGuildTab } = tabs
  const onCharacter: typeof characters.onCharacter = (account, character, at) => {
    characters.onCharacter(account, character, at)
    values.onCharacter(account, character, at)
  }
  const onSecondCharacter: typeof characters.onSecondCharacter = (account, character, at) => {
    characters.onSecondCharacter(account, character, at)
    values.onSecondCharacter(account, character, at)
  }
  world.observe({ onPublished, onGuildTab, onLadder: players.onLadder, onCharacter, onSecondCharacter })
  // items worn already are seen at the first read
  for (const account of world.accounts) {
    for (const character of account.characters) onCharacter(account, character, world.now())
    for (const character of account.second_game) onSecondCharacter(account, character, world.now())
  }
  // items in tabs already are seen at the first read
  for (const guild of world.guilds)
    for (const tab of guild.tabs) for (const one of [tab, ...tab.parts]) onGuildTab(guild, one, world.now())
  return {
    of: (objective_id, team) => [
      ...(kept[team]?.get(objective_id)?.list() ?? []),
      ...[tabs, characters, players, values].flatMap((part) => part.of(objective_id, team)),
    ],
    sources: (objective_id, team) => {
      const sources = new Map<string, Source>()
      // A guild's tab that changed before the first look is seen by that look.
      const delay = (change: Change) => ({ ...change, at: Math.max(change.at, tabs.guilds_from) })
      for (const [name, { changes, by }] of holdings.of(objective_id, team))
        sources.set(name, { changes: name.startsWith('guild ') ? changes.map(delay) : changes, by })
      for (const { source, by, number, earliest: at, wait_ms } of players.listAhead(objective_id, team))
        sources.set(source, { by, changes: [...(sources.get(source)?.changes ?? []), { at, number, wait_ms }] })
      return sources
    },
    guildsFrom: (at) => {
      tabs.guilds_from = at
    },
  }
}
