import type { ChoreName } from '@muster/contract/jobs'

/** Event time from one turn of a chore to the next, milliseconds. */
export const choreEvery_ms: Readonly<Record<ChoreName, number>> = {
  // Twitch's own lists are one to two minutes behind; asking more often shows nothing new.
  FollowStreams: 60_000,
  // A turn takes what is due by then; most turns find nothing.
  KeepConnections: 10 * 60_000,
  CalculateBuilds: 5000,
  // Nobody waits for it; a turn that was broken off goes on with the next one.
  RemoveRawData: 10 * 60_000,
}
