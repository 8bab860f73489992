import { readChoice } from '../../lib/text/search.ts'

const views = ['players', 'sources'] as const

export interface TrackingSearch {
  readonly missing?: boolean | undefined
  /** Organisers can also see the sources. */
  readonly view?: (typeof views)[number] | undefined
}

export const readTrackingSearch = (search: Record<string, unknown>): TrackingSearch => ({
  missing: search['missing'] === true ? true : undefined,
  view: readChoice(search['view'], views),
})
