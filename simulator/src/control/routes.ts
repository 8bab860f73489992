import type { FastifyInstance } from 'fastify'
import type { Simulation } from '../simulation.ts'
import type { EventOutcome, WorldEvent } from '../world/injections.ts'

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

export const registerControl = (
  app: FastifyInstance,
  simulation: Simulation,
  _inject: (event: WorldEvent) => EventOutcome,
): void => {
  app.get('/__sim/state', async () => {
    simulation.catchUp()
    return describeState(simulation)
  })
}
