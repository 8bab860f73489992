import '../../../messages/admin-team-sort.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { Offer } from './use-proposals.ts'

const letters = ['A', 'B', 'C'] as const

export const formatPercent = (share: number): string => t('sort.percent', { number: (100 * share).toFixed(1) })
const formatDistance = (distance: number): string => formatCount(Math.round(distance))

interface Figure {
  readonly label: string
  readonly text: (proposal: Offer) => string
  /** Lower is better. */
  readonly of: (proposal: Offer) => number
}

const share = (count: number, all: number) => (all === 0 ? 1 : count / all)

/** Figures to compare proposals by; the distance is relative to the best of the three. */
function listFigures(list: readonly Offer[]): readonly Figure[] {
  const best = Math.min(...list.map((one) => one.figures.distance))
  const describeDistance = ({ figures: { distance } }: Offer) =>
    distance <= best
      ? t('sort.figure.best', { distance: formatDistance(distance) })
      : t('sort.figure.ofBest', { distance: formatDistance(distance), more: formatPercent(best === 0 ? 1 : distance / best - 1) })
  return [
    { label: t('sort.figure.distance'), text: describeDistance, of: (one) => one.figures.distance },
    {
      label: t('sort.figure.hours'),
      text: (one) => formatPercent(one.figures.hours_spread),
      of: (one) => one.figures.hours_spread,
    },
    { label: t('sort.figure.size'), text: (one) => String(one.figures.size_gap), of: (one) => one.figures.size_gap },
    { label: t('sort.figure.bucket'), text: (one) => String(one.figures.bucket_gap), of: (one) => one.figures.bucket_gap },
    {
      label: t('sort.figure.pairs'),
      text: ({ figures: { pairs, pairs_together } }) =>
        pairs === 0 ? t('sort.none') : t('sort.of', { count: pairs_together, all: pairs }),
      of: ({ figures: { pairs, pairs_together } }) => -share(pairs_together, pairs),
    },
    {
      label: t('sort.figure.newcomers'),
      text: ({ figures: { newcomers, newcomers_helped } }) =>
        newcomers === 0 ? t('sort.none') : t('sort.of', { count: newcomers_helped, all: newcomers }),
      of: ({ figures: { newcomers, newcomers_helped } }) => -share(newcomers_helped, newcomers),
    },
    { label: t('sort.figure.moved'), text: (one) => String(one.figures.moved), of: (one) => one.figures.moved },
  ]
}

interface ProposalsProps {
  list: readonly Offer[]
  /** The proposal shown below; null for none. */
  shown: Offer | null
  isStale: boolean
  onShow: (proposal: Offer) => void
}

/** Three proposals side by side; the best value of a line is marked. */
export function ProposalCards({ list, shown, isStale, onShow }: ProposalsProps) {
  const figures = listFigures(list)
  return (
    <section className="sort-proposals" aria-label={t('sort.proposals')}>
      <p className="sort-order quieter">{t('sort.order')}</p>
      {list.map((proposal, place) => {
        const letter = letters[place] ?? ''
        const isShown = proposal === shown
        return (
          <article key={proposal.emphasis} className={isShown ? 'sort-proposal sort-proposal-on' : 'sort-proposal'}>
            <header>
              <h2>
                <span className="sort-letter" aria-hidden="true">
                  {letter}
                </span>
                <span className="vh">{t('sort.proposal', { letter })}</span>
                <span className="strong">{t(`sort.emphasis.${proposal.emphasis}`)}</span>
              </h2>
              {isShown ? (
                <Badge kind="running">{t('sort.shown')}</Badge>
              ) : (
                <Button size="small" aria-label={t('sort.showLabel', { letter })} onClick={() => onShow(proposal)}>
                  {t('sort.show')}
                </Button>
              )}
            </header>
            <dl>
              {figures.map(({ label, text, of }) => {
                const values = list.map(of)
                const isBest = of(proposal) === Math.min(...values) && new Set(values).size > 1
                return (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd className={isBest ? 'num sort-best' : 'num'}>
                      {isBest && <Icon name="check" size={12} />}
                      {text(proposal)}
                    </dd>
                  </div>
                )
              })}
            </dl>
            <p className={proposal.broken.length === 0 ? 'quieter' : 'sort-broken-count'}>
              {proposal.broken.length === 0 ? t('sort.kept') : t('sort.broken', { count: proposal.broken.length })}
            </p>
          </article>
        )
      })}
      {isStale && (
        <p className="sort-stale icon-line">
          <Icon name="warning" size={12} /> {t('sort.stale')}
        </p>
      )}
    </section>
  )
}
