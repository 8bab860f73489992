import '../../../messages/admin-team-sort.ts'
import { useId } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import type { Sort } from './use-sort.ts'

interface SeedBarProps {
  sort: Sort
  /** Computed fraction of the proposals; null if nothing is being computed. */
  share: number | null
  hasFailed: boolean
  hasProposals: boolean
  onSuggest: () => void
  onStop: () => void
  onReset: () => void
}

const largestSeed = 4_294_967_295

/** The seed, the button that computes proposals from it, and whether the draft is saved. */
export function SeedBar({ sort, share, hasFailed, hasProposals, onSuggest, onStop, onReset }: SeedBarProps) {
  const { draft, change, saving } = sort
  const id = useId()
  const setSeed = (text: string) => {
    const seed = Number(text)
    if (Number.isInteger(seed) && seed >= 0 && seed <= largestSeed) change({ ...draft, seed })
  }
  const percent = share === null ? 0 : Math.round(100 * share)
  return (
    <div className="sort-bar">
      <label htmlFor={id}>{t('sort.seed')}</label>
      <input
        id={id}
        className="input num"
        inputMode="numeric"
        value={draft.seed}
        onChange={(event) => setSeed(event.target.value)}
      />
      <Button onClick={() => change({ ...draft, seed: (draft.seed + 1) % (largestSeed + 1) })}>{t('sort.newSeed')}</Button>
      {share === null ? (
        <Button kind={hasProposals || draft.moves.length > 0 ? 'plain' : 'primary'} onClick={onSuggest}>
          {t(hasProposals ? 'sort.suggestAgain' : 'sort.suggest')}
        </Button>
      ) : (
        <Button onClick={onStop}>{t('sort.stop')}</Button>
      )}
      <Button disabled={draft.moves.length === 0} onClick={onReset}>
        {t('sort.reset')}
      </Button>
      <span className="sort-state" role="status">
        {share !== null && (
          <>
            <progress max={100} value={percent} aria-label={t('sort.working', { share: percent })} />
            <span className="num">{t('sort.working', { share: percent })}</span>
          </>
        )}
        {share === null && saving.write.failure === null && t(saving.is_busy ? 'sort.saving' : 'sort.saved')}
      </span>
      {hasFailed && <p className="field-error">{t('sort.failed')}</p>}
      {saving.write.failure && !sort.conflict && (
        <div className="sort-unsaved">
          {saving.write.failure.code === 'changed_meanwhile' ? (
            <p className="field-error">{t('sort.notSaved')}</p>
          ) : (
            <WriteProblem write={saving.write} />
          )}
          <Button size="small" onClick={saving.write.reset}>
            {t('sort.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
