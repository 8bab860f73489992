import '../../../messages/admin-objectives.ts'
import { countsItems } from '@muster/domain/objectives/kinds'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { type Draft, type DraftStore, useDraft } from './draft-store.ts'
import { writeDraft } from './values.ts'

interface MatchLineProps {
  event_id: number
  id: number | null
  drafts: DraftStore
  draftKey: string
  draft: Draft
}

/** How many stored items match the conditions as typed, and as saved. */
export function MatchLine({ event_id, id, drafts, draftKey, draft }: MatchLineProps) {
  const values = (useDraft(drafts, draftKey) ?? draft).values
  const wanted = writeDraft({ ...values, name: '' }, id)
  const settled = useSettled(wanted, { key: JSON.stringify(wanted) })
  const isItem = countsItems(values) && values.conditions.length > 0
  const { data, isError } = useQuery({
    queryKey: ['countMatches', event_id, settled],
    queryFn: ({ signal }) => call('countMatches', { ...eventInput(event_id), body: { draft: settled } }, signal),
    enabled: isItem,
    placeholderData: (before) => before,
    retry: false,
  })
  if (!isItem) return null
  if (isError) return <p className="obj-match quieter">{t('objectives.matchFailed')}</p>
  if (!data) return <p className="obj-match quieter">{t('objectives.matching')}</p>
  const { stored, read, draft_matches, saved_matches, is_complete, examples } = data
  if (stored === 0) return <p className="obj-match quieter">{t('objectives.nothingStored')}</p>
  const counts = { matches: formatCount(draft_matches), stored: formatCount(is_complete ? stored : read) }
  return (
    <p className="obj-match quieter" role="status">
      {t(is_complete ? 'objectives.matches' : 'objectives.matchesSome', counts)}
      {saved_matches !== null &&
        saved_matches !== draft_matches &&
        ` ${t('objectives.matchesSaved', { matches: formatCount(saved_matches) })}`}
      {examples.length > 0 &&
        ` ${t('objectives.matchExamples', { names: [...new Set(examples.map(({ name, base_type }) => name || base_type))].join(', ') })}`}
    </p>
  )
}
