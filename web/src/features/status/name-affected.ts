import '../../messages/status.ts'
import { t } from '../../lib/text/messages.ts'

const known = [
  'FetchStashChanges',
  'EvaluateStashChanges',
  'FetchCharacterData',
  'FetchGuildStashes',
  'DetermineGuildStashAccess',
  'FollowStreams',
  'KeepConnections',
  'CalculateBuilds',
  'RemoveRawData',
  'stream',
  'scores',
  'feeds',
  'poe',
  'discord',
  'twitch',
] as const

/** The public name of a job, a scheduled task or a provider; a newer server may know more of them. */
export function nameAffected(name: string): string {
  const found = known.find((one) => one === name)
  return found === undefined ? name : t(`status.what.${found}`)
}
