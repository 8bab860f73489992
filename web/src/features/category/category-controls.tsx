import '../../messages/category.ts'
import { t, type MessageKey } from '../../lib/text/messages.ts'
import { changePreferences, usePreferences } from '../../lib/browser/preferences.ts'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import type { Arrangement } from './arrangement.ts'
import type { CategorySearch, Order } from './category-search.ts'
import type { Filters, PartProps } from './page-parts.ts'

/** Order and filters of a page. Unique sets store them in this browser, other pages in the address. */
export function useFilters(
  { orders, hasSetPreference }: Arrangement,
  search: CategorySearch,
  onSearch: (change: Partial<CategorySearch>) => void,
): Filters {
  const { uniqueSets } = usePreferences()
  return {
    order: search.order && orders.includes(search.order) ? search.order : (orders[0] ?? 'event'),
    showFinished: hasSetPreference ? uniqueSets.showCompleted : search.finished !== false,
    showFirstTaken: !hasSetPreference || uniqueSets.showFirstAvailable,
    missingOnly: search.missing === true,
    setFinished: (isShown) =>
      hasSetPreference
        ? changePreferences({ uniqueSets: { ...uniqueSets, showCompleted: isShown } })
        : onSearch({ finished: isShown ? undefined : false }),
    setFirstTaken: (isShown) => changePreferences({ uniqueSets: { ...uniqueSets, showFirstAvailable: isShown } }),
  }
}

const orderLabels: Readonly<Record<Order, MessageKey>> = {
  event: 'category.orderEvent',
  closest: 'category.orderClosest',
  points: 'category.orderPoints',
  time: 'category.orderTime',
}

const maxSeenAtOnce = 3

/** Search, filters and order, for pages with enough content. */
export function CategoryControls(props: PartProps) {
  const { arrangement, branches, sets, places, watched, filters, search, onSearch } = props
  const hasSets = sets.length > 0
  const hasItems = hasSets || branches.some(({ rows }) => rows.length > 0)
  const cardCount = branches.reduce((sum, { cards }) => sum + cards.length, 0)
  // A few cards need no controls.
  if (!hasItems && cardCount <= maxSeenAtOnce) return null
  return (
    <div className="category-controls">
      {hasItems && (
        <div className="category-search">
          <SearchInput
            label={t(hasSets ? 'category.search' : 'category.searchItems')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ q: q || undefined })}
          />
        </div>
      )}
      {(hasSets || cardCount > 0) && (
        <Chip hasTick isOn={filters.showFinished} onChange={filters.setFinished}>
          {t('category.finished')}
        </Chip>
      )}
      {hasSets && arrangement.hasSetPreference && (
        <Chip hasTick isOn={filters.showFirstTaken} onChange={filters.setFirstTaken}>
          {t('category.firstTaken')}
        </Chip>
      )}
      {hasItems && watched && (
        <Chip hasTick isOn={filters.missingOnly} onChange={(isOn) => onSearch({ missing: isOn || undefined })}>
          {watched.is_own ? t('category.missingOwn') : t('category.missingOf', { team: watched.abbreviation })}
        </Chip>
      )}
      {(hasSets || cardCount > 0) && (
        <div className="category-order">
          <Select
            label={t('category.order')}
            value={filters.order}
            choices={arrangement.orders.map((value) => ({ value, label: t(orderLabels[value]) }))}
            onChange={(order) => onSearch({ order: order === arrangement.orders[0] ? undefined : order })}
          />
          {hasSets && (
            <span className="quieter small num" role="status">
              {t('category.setsShown', { shown: places.length, all: sets.length })}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
