import { listStored, writeStored } from '../../lib/browser/storage.ts'
import type { DraftForm } from './draft-forms.ts'

// Part of every page, unlike the drafts themselves.

/** The place where a draft is stored. Other users of the same browser have other places. */
export interface DraftPlace {
  readonly user_id: number
  readonly form: DraftForm
  /** The object: ids with dots between them, or `new`. */
  readonly id: string
}

export const allDrafts = 'draft.'
const prefixOf = (user_id: number) => `${allDrafts}${user_id}.`
export const keyOf = ({ user_id, form, id }: DraftPlace) => `${prefixOf(user_id)}${form}.${id}`

export const countDrafts = (user_id: number): number => listStored(prefixOf(user_id)).length

export function removeAllDrafts(user_id: number): void {
  for (const key of listStored(prefixOf(user_id))) writeStored(key, null)
}
