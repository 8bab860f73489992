import type { FactSource } from '@muster/contract/receipts'

/** Whether a person decided on the fact: a submission, or a judge's correction. */
export const isRuling: Readonly<Record<FactSource, boolean>> = {
  stash: false,
  worn: false,
  carried: false,
  user: false,
  team: false,
  deposit: false,
  submission: true,
  correction: true,
}
