import type { Simulation } from '../simulation.ts'
import { classOf } from '../world/second-game/character.ts'

/** The state of the run, as far as it fits on a page. */
export const describeState = (simulation: Simulation) => {
  const { world, clock, faults, authorities, requests } = simulation
  return {
    clock: clock.mapping(),
    seed: simulation.seed,
    start_ms: world.options.start_ms,
    league: world.options.league,
    /** The league of the second game; null if it is not played. */
    second_league: world.options.second_game?.league ?? null,
    teams: world.teams,
    guilds: world.guilds.map(({ id, name, tag, team, tabs, log }) => ({
      id,
      name,
      tag,
      team,
      tabs: tabs.length,
      lines: log.length,
    })),
    counts: {
      accounts: world.accounts.length,
      online: world.accounts.filter((account) => account.online).length,
      journal: world.journal.length(),
      publications_kept: world.stream.size(),
      live_tokens: Object.values(authorities).reduce((sum, { grants }) => sum + grants.liveTokens(clock.now()).length, 0),
      ...requests.totals(),
    },
    switches: simulation.switches,
    faults: faults.list(),
  }
}

/** The people with their current state; for seeds and tests. */
export const describeAccounts = ({ world, authorities, identities }: Simulation) =>
  world.accounts.map((account) => {
    const [character] = account.characters
    const [second] = account.second_game
    const discord = identities.discord.find((user) => user.account === account)
    const twitch = identities.twitch.find((user) => user.account === account)
    return {
      uuid: account.uuid,
      name: account.name,
      team: account.team,
      online: account.online,
      character: character && {
        id: character.id,
        name: character.name,
        class: character.record.class,
        level: character.level,
        depth: character.depth,
      },
      /** Their character in the second game, if they play it. */
      second_character: second && { id: second.id, name: second.name, class: classOf(second.record), level: second.level },
      tabs: account.tabs.map(({ id, index, name, type, league, public: isPublic, items }) => ({
        id,
        index,
        name,
        type,
        league,
        public: isPublic,
        items: items.length,
      })),
      discord: discord && { id: discord.id, username: discord.username, global_name: discord.global_name },
      twitch: twitch && { id: twitch.id, login: twitch.login, display_name: twitch.display_name },
      consents: [
        ...authorities.game.grants.consentsOf(account.uuid),
        ...(discord ? authorities.discord.grants.consentsOf(discord.id) : []),
        ...(twitch ? authorities.twitch.grants.consentsOf(twitch.id) : []),
      ],
    }
  })
