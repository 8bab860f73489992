import './submissions.css'
import '../../messages/submissions.ts'
import { type ApprovalStatus, approvalStatuses, type Submission } from '@muster/contract/submissions'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Chip, Segments } from '../../ui/forms/toggles.tsx'
import { type SubmissionSearch, submissionOrders } from './submission-search.ts'

interface FiltersProps {
  search: SubmissionSearch
  onSearch: (change: Partial<SubmissionSearch>) => void
  all: readonly Submission[]
  nameObjective: (submission: Submission) => string
}

const everything = 'all'

export function SubmissionFilters({ search, onSearch, all, nameObjective }: FiltersProps) {
  const teams = useTeams()
  const isMember = useSession() !== null
  const { status, for_team, objective, mine, q, order } = search
  const objectives = new Map(all.map((each) => [each.objective_id as number, nameObjective(each)]))
  const named = [...objectives].sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  const isFiltered = [status, for_team, objective, mine, q].some((each) => each !== undefined)
  const toId = (value: string) => (value === everything ? undefined : Number(value))
  return (
    <div className="submission-filters">
      <Segments<ApprovalStatus | typeof everything>
        label={t('submissions.filterStatus')}
        value={status ?? everything}
        choices={[
          { value: everything, label: t('submissions.all') },
          ...approvalStatuses.toReversed().map((value) => ({ value, label: t(`submissions.status.${value}`) })),
        ]}
        onChange={(value) => onSearch({ status: value === everything ? undefined : value })}
      />
      <Select
        label={t('submissions.team')}
        value={String(for_team ?? everything)}
        choices={[
          { value: everything, label: t('submissions.allTeams') },
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => onSearch({ for_team: toId(value) })}
      />
      <Select
        label={t('submissions.objective')}
        value={String(objective ?? everything)}
        choices={[
          { value: everything, label: t('submissions.allObjectives') },
          ...named.map(([id, name]) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => onSearch({ objective: toId(value) })}
      />
      <Select
        label={t('submissions.order')}
        value={order ?? 'newest'}
        choices={submissionOrders.map((value) => ({ value, label: t(`submissions.order.${value}`) }))}
        onChange={(value) => onSearch({ order: value === 'newest' ? undefined : value })}
      />
      {isMember && (
        <Chip isOn={mine === true} hasTick onChange={(isOn) => onSearch({ mine: isOn || undefined })}>
          {t('submissions.mine')}
        </Chip>
      )}
      <SearchInput label={t('submissions.search')} value={q ?? ''} onChange={(text) => onSearch({ q: text || undefined })} />
      {isFiltered && (
        <Button
          kind="quiet"
          onClick={() =>
            onSearch({ status: undefined, for_team: undefined, objective: undefined, mine: undefined, q: undefined })
          }
        >
          {t('submissions.clear')}
        </Button>
      )}
    </div>
  )
}
