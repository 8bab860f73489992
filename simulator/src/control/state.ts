import type { Simulation } from '../simulation.ts'

/** Everything about the run that fits on a page. */
export const describeState = (simulation: Simulation) => {
  const { world, clock, faults, grants, requests } = simulation
  return {
    clock: clock.mapping(),
    seed: simulation.seed,
    start_ms: world.options.start_ms,
    league: world.options.league,
    teams: world.teams,
    counts: {
      accounts: world.accounts.length,
      online: world.accounts.filter((account) => account.online).length,
      journal: world.journal.length(),
      publications_kept: world.stream.size(),
      live_tokens: grants.liveTokens(clock.now()).length,
      ...requests.totals(),
    },
    switches: simulation.switches,
    faults: faults.list(),
  }
}

/** The people, with what is true of them now; for seeds and tests. */
export const describeAccounts = ({ world, grants }: Simulation) =>
  world.accounts.map((account) => {
    const [character] = account.characters
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
      tabs: account.tabs.map(({ id, index, name, type, league, public: isPublic, items }) => ({
        id,
        index,
        name,
        type,
        league,
        public: isPublic,
        items: items.length,
      })),
      consents: grants.consentsOf(account.uuid),
    }
  })
