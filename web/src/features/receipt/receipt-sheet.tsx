import './receipt.css'
import '../../messages/receipt.ts'
import type { Receipt, ReceiptFact, ReceiptRule } from '@muster/contract/receipts'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { mayOpen, nobody } from '@muster/domain/access'
import { isPersonal } from '@muster/domain/characters/personal-points'
import { isRuling } from '@muster/domain/scoring/fact-sources'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { ItemPicture } from '../../api/items/item-picture.tsx'
import { useObjectivePictures } from '../../api/items/objective-pictures.ts'
import { useEvent, useEventKey, useScoreTree, useSelf, useTeams } from '../../api/scores/event.ts'
import { presetsOf } from '../../api/scores/score-tree.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { PersonalRules } from '../../api/scores/personal-rules.tsx'
import { askForReceipt, type ReceiptRequest, writeReceipt } from '../../api/scores/receipt-request.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { LinkedText } from '../../ui/layout/linked-text.tsx'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'

/** Why a team has its points on one objective: counting entries, the sum, and entries that do not count. */
export function ReceiptSheet({ request, onClose }: { request: ReceiptRequest; onClose: () => void }) {
  return (
    <Sheet title={t('receipt.title')} onClose={onClose}>
      <DataGuard title={t('receipt.title')}>
        <Suspense fallback={<SkeletonRows rows={6} height={40} label={t('loading')} />}>
          <Content {...request} />
        </Suspense>
      </DataGuard>
    </Sheet>
  )
}

function Content({ objective_id, team_id }: ReceiptRequest) {
  const key = useEventKey()
  const receipt = useSuspenseQuery({
    ...read('getReceipt', { ...eventInput(key), objective_id, query: { team_id } }),
    // A receipt belongs to one state of the board, which changes.
    staleTime: 0,
  }).data
  const { tree } = useScoreTree()
  const team = useTeams().find(({ id }) => id === team_id)
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  const node = tree.by_id.get(objective_id)
  const picture = useObjectivePictures()(objective_id)
  const counting = receipt.facts.filter(({ verdict }) => verdict === 'counts')
  const others = receipt.facts.filter(({ verdict }) => verdict !== 'counts')
  const roles = useSelf().data?.permissions
  // Judges may not correct their own team, and the server would refuse.
  const mayCorrect = roles !== undefined && mayOpen('corrections', { ...nobody, roles }) && !team?.is_own
  const correct = mayCorrect ? { objective: objective_id, for_team: team_id } : null
  return (
    <div className="receipt">
      <div className="receipt-head">
        <div className="receipt-item">
          {picture && (
            <span className="item-box">
              <ItemPicture {...picture} />
            </span>
          )}
          <h3 className="game">
            <bdi>{node?.item.name ?? String(objective_id)}</bdi>
          </h3>
        </div>
        {team && <TeamMark team={team} />}
      </div>
      <p>{receipt.sentence}</p>
      {counting.some(({ trust }) => trust === 'reported') && (
        <p className="quiet small icon-line">
          <Icon name="note" size={12} /> {t('receipt.unconfirmed')}
        </p>
      )}
      <section aria-label={t('receipt.facts')}>
        <h4>{t('receipt.facts')}</h4>
        {counting.length === 0 ? (
          <p className="quieter small">{t(receipt.is_imported ? 'receipt.imported' : 'receipt.none')}</p>
        ) : (
          <Facts facts={counting} start={start} of={receipt.required_number} correct={correct} />
        )}
        <Rules rules={receipt.rules ?? []} presets={node ? presetsOf(node.item) : []} />
        <Sum receipt={receipt} nameOf={(id) => tree.by_id.get(id)?.item.name ?? String(id)} />
      </section>
      {isPersonal(node?.item.number_field) && (
        <section aria-label={t('receipt.personal')}>
          <h4>{t('receipt.personal')}</h4>
          <PersonalRules />
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={t('receipt.others')}>
          <h4>{t('receipt.others')}</h4>
          <Facts facts={others} start={start} of={receipt.required_number} correct={correct} isDimmed />
        </section>
      )}
      {correct && node?.item.aggregation !== 'NONE' && (
        <p>
          <CorrectLink to={correct}>{t('receipt.addFact')}</CorrectLink>
        </p>
      )}
      {mayCorrect && node?.parent === null && (
        <p>
          <Link
            to={paths.corrections}
            search={(before: object) => ({ ...before, receipt: undefined, give: true, for_team: team_id })}
            className="link small"
            onClick={() => askForReceipt(null)}
          >
            {t('receipt.give')}
          </Link>
        </p>
      )}
      {receipt.facts_left_out > 0 && <p className="small quieter">{t('receipt.leftOut', { count: receipt.facts_left_out })}</p>}
      {!receipt.is_imported && <p className="small quieter">{t('receipt.state', { sequence: receipt.ledger_sequence })}</p>}
      <CopyLink request={{ objective_id, team_id }} />
    </div>
  )
}

/** Copies an address that opens this receipt; chats show its points and a picture. */
function CopyLink({ request }: { request: ReceiptRequest }) {
  const event = useEvent()
  const copy = async () => {
    const link = new URL(paths.scores, window.location.origin)
    if (event) link.searchParams.set('event', String(event.id))
    link.searchParams.set('receipt', writeReceipt(request))
    try {
      await navigator.clipboard.writeText(link.href)
      showToast(t('receipt.copied'))
    } catch {
      showToast(t('receipt.copyFailed', { link: link.href }), { kind: 'bad' })
    }
  }
  return (
    <Button icon="copy" onClick={() => void copy()}>
      {t('receipt.copy')}
    </Button>
  )
}

interface Correctable {
  readonly objective: number
  readonly for_team: number
}

/** Leads to the page of corrections; the sheet closes. */
function CorrectLink({ to, fact, children }: { to: Correctable; fact?: number; children: string }) {
  return (
    <Link
      to={paths.corrections}
      search={(before: object) => ({ ...before, ...to, receipt: undefined, fact, new: true })}
      className="link small"
      onClick={() => askForReceipt(null)}
    >
      {children}
    </Link>
  )
}

/** Submissions are corrected on their own page. */
const isCorrectable = ({ source, verdict }: ReceiptFact) => !isRuling[source] && verdict !== 'excluded' && verdict !== 'retracted'

/** "worn by Sparkwitch, level 92 Elementalist". */
function Wearer({ character: { name, ...rest } }: { character: NonNullable<ReceiptFact['character']> }) {
  return (
    <>
      <bdi className="game"> {name}</bdi>, {t('receipt.character', rest)}
    </>
  )
}

/** The words for the player: beside a known character "played by", otherwise the name alone or after "by". */
function sayPerson({ source, character }: ReceiptFact, name: string): string {
  if (character) return t('receipt.playedBy', { name })
  return source === 'worn' || source === 'carried' ? name : t('receipt.by', { name })
}

interface FactsProps {
  facts: readonly ReceiptFact[]
  start: number
  of: number
  /** For judges: the entry to correct. */
  correct: Correctable | null
  isDimmed?: boolean
}

function Facts({ facts, start, of, correct, isDimmed = false }: FactsProps) {
  return (
    <ol className="receipt-facts">
      {facts.map((fact) => {
        const at_ms = fact.timestamp * 1000
        const { withdrawal, ruling } = fact
        return (
          <li key={fact.sequence} className={withdrawal ? 'receipt-withdrawn' : undefined}>
            <time className="num quieter" dateTime={new Date(at_ms).toISOString()} title={formatFull(at_ms)}>
              {formatEventTime(at_ms, start)}
            </time>
            <span className="receipt-fact">
              <span>
                {t(`receipt.source.${fact.source}`)}
                {fact.tab !== null && <bdi className="game"> {fact.tab}</bdi>}
                {fact.character && <Wearer character={fact.character} />}
                {fact.user && <bdi className="quiet"> {sayPerson(fact, fact.user.display_name)}</bdi>}
                <span className="quieter">, {t(`receipt.trust.${fact.trust}`)}</span>
              </span>
              {isDimmed && <small className="quieter">{fact.reason}</small>}
              {[ruling, withdrawal].map(
                (each, place) =>
                  each && (
                    <small key={place === 0 ? 'ruling' : 'withdrawal'} className="quieter">
                      {each.author && t('receipt.ruledBy', { name: each.author.display_name })}
                      {each.note && <bdi> “{each.note}”</bdi>}
                    </small>
                  ),
              )}
              {fact.approver && (
                <small className="quieter">{t('receipt.approvedBy', { name: fact.approver.display_name })}</small>
              )}
              {fact.proof !== null && (
                <small>
                  {t('receipt.proof')} <LinkedText text={fact.proof} />
                </small>
              )}
              {correct && isCorrectable(fact) && (
                <CorrectLink to={correct} fact={fact.sequence}>
                  {t('receipt.correct')}
                </CorrectLink>
              )}
            </span>
            <span className="num">
              {of > 1 ? t('receipt.number', { number: formatCount(fact.number), of: formatCount(of) }) : formatCount(fact.number)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** A line for each rule of an objective with several: its name, the result and the points. */
function Rules({ rules, presets }: { rules: readonly ReceiptRule[]; presets: readonly ScoringPreset[] }) {
  if (rules.length === 0) return null
  return (
    <dl className="receipt-sum" aria-label={t('receipt.rules')}>
      {rules.map(({ scoring_preset_id, sentence, points }) => (
        <div key={scoring_preset_id}>
          <dt>
            <bdi className="strong">{presets.find(({ id }) => id === scoring_preset_id)?.name ?? t('receipt.rule')}</bdi>
            <br />
            <small className="quieter">{sentence}</small>
          </dt>
          <dd className="num">{formatChange(points)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Own points, what the category adds, and the total on a double rule. */
function Sum({ receipt, nameOf }: { receipt: Receipt; nameOf: (id: number) => string }) {
  const { own_points, adjustment, points } = receipt
  const adjustments = receipt.adjustments ?? (adjustment ? [adjustment] : [])
  return (
    <dl className="receipt-sum">
      {adjustments.length > 0 && (
        <div>
          <dt>{t('receipt.own')}</dt>
          <dd className="num">{formatChange(own_points)}</dd>
        </div>
      )}
      {adjustments.map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at}>
          <dt>{t(`receipt.adjusted.${one.kind}`, { name: nameOf(one.objective_id), place: nameOrdinal(one.place) })}</dt>
          <dd className="num">{formatChange(one.points)}</dd>
        </div>
      ))}
      <div className="receipt-total">
        <dt>{t('receipt.total')}</dt>
        <dd className="num">{formatCount(points)}</dd>
      </div>
    </dl>
  )
}
