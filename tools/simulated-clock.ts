import type { ClockSetting } from '@muster/server/clock'

// The clock of a simulated game, for the programs around it. The server in production has no such setting.

/** The environment of a program that runs on the clock of the game. */
export const simulatedClock = ({ real_ms, virtual_ms, speed }: ClockSetting): NodeJS.ProcessEnv => ({
  SIMULATED_CLOCK: JSON.stringify({ real_ms, virtual_ms, speed }),
})

/** Null: the real clock. */
export function readSimulatedClock(env: NodeJS.ProcessEnv): ClockSetting | null {
  const text = env['SIMULATED_CLOCK']
  return text ? (JSON.parse(text) as ClockSetting) : null
}
