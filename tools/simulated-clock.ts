import type { ClockSetting } from '@muster/server/clock'

// The clock of a simulated game, for the programs around it. The server in production has no such setting.

/** The environment of a program that runs on the clock of the game; with the address of that clock, it follows its changes. */
export const simulatedClock = ({ real_ms, virtual_ms, speed }: ClockSetting, address?: string): NodeJS.ProcessEnv => ({
  SIMULATED_CLOCK: JSON.stringify({ real_ms, virtual_ms, speed }),
  ...(address !== undefined && { SIMULATED_CLOCK_URL: address }),
})

/** Null: the real clock. */
export function readSimulatedClock(env: NodeJS.ProcessEnv): ClockSetting | null {
  const text = env['SIMULATED_CLOCK']
  return text ? (JSON.parse(text) as ClockSetting) : null
}
