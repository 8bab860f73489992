import '../../messages/jobs.ts'
import '../../messages/status.ts'
import { providers } from '@muster/contract/auth'
import { jobTypes, scheduledTaskNames } from '@muster/contract/jobs'
import { t } from '../../lib/text/messages.ts'

const otherParts = ['stream', 'scores', 'feeds'] as const

/** The public name of a job, a scheduled task or a provider; a newer server may have unknown ones. */
export function nameAffected(name: string): string {
  const find = <T extends string>(names: readonly T[]): T | undefined => names.find((one) => one === name)
  const [job, task, provider, part] = [find(jobTypes), find(scheduledTaskNames), find(providers), find(otherParts)]
  if (job) return t(`jobs.name.${job}`)
  if (task) return t(`tasks.name.${task}`)
  if (provider) return t(`provider.${provider}`)
  return part ? t(`status.what.${part}`) : name
}
