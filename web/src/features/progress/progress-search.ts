import type { SpanSearch } from './span.ts'

/** The address parameters of this page. */
export interface ProgressSearch extends SpanSearch {
  /** Differences from the average instead of points. */
  readonly average?: boolean
  /** Only this category. */
  readonly branch?: number
  /** Times as dates and hours instead of hours since the start. */
  readonly clock?: boolean
  readonly q?: string
  readonly ranked?: boolean
  readonly of?: number
}

export interface ProgressProps {
  search: ProgressSearch
  onSearch: (change: Partial<ProgressSearch>) => void
}
