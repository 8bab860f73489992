import { readText } from '../../lib/text/search.ts'

export interface CallbackSearch {
  readonly state?: string
  readonly code?: string
  readonly error?: string
  readonly error_description?: string
}

/** The parameters that a provider adds to the address. */
export const readCallbackSearch = (search: Record<string, unknown>): CallbackSearch => ({
  state: readText(search['state']),
  code: readText(search['code']),
  error: readText(search['error']),
  error_description: readText(search['error_description']),
})
