import '../../../messages/admin-objectives.ts'
import type { TriedItem, TriedObjective } from '@muster/contract/workbench'
import { fieldLabels } from '@muster/domain/conditions/phrases'
import type { ItemField } from '@muster/contract/conditions'
import type { ConditionMappings } from '@muster/contract/condition-mappings'
import { countsItems } from '@muster/domain/objectives/kinds'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { t } from '../../../lib/text/messages.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextArea, Field } from '../../../ui/forms/fields.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { useMappings } from './definition.ts'
import { ConditionFindings } from '../../../api/items/condition-findings.tsx'
import { type DraftStore, type Draft, useDraft } from './draft-store.ts'
import { PlayerTrial } from './player-trial.tsx'
import { StoredItemPicker } from './stored-item-picker.tsx'
import { UnreadLines } from '../../../api/items/unread-lines.tsx'
import { writeDraft } from './values.ts'
import type { Definition } from './definition.ts'

interface WorkbenchProps {
  event_id: number
  definition: Definition
  /** The objective in the editor: its draft is tried instead of the saved version. */
  draftKey: string | null
  id: number | null
  draft: Draft | undefined
  drafts: DraftStore
  /** Called with the tried item's result for the draft. */
  onTried: (trial: TriedObjective | undefined) => void
  onOpen: (id: number) => void
}

type Source = 'paste' | 'stored' | 'player'
type Tried = Readonly<Record<string, unknown>>

/** Near misses shown at first; further ones load a hundred at a time. */
const firstPage = 20
const laterPage = 100

/** Objectives that an item or a player's figures complete, and why not the others, including the draft in the editor. */
export function WorkbenchPane(props: WorkbenchProps) {
  const { event_id, draftKey, id, draft, drafts, onTried, onOpen } = props
  const mappings = useMappings(event_id)
  const [source, setSource] = useState<Source>('paste')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<Tried | null>(null)
  const pasted = useSettled(text)
  const values = (useDraft(drafts, draftKey) ?? draft)?.values
  const own = useMemo(() => (values && countsItems(values) ? writeDraft(values, id) : null), [values, id])
  const settled = useSettled(own, { key: JSON.stringify(own) })
  const subject =
    source === 'stored'
      ? picked
        ? { item: picked }
        : null
      : source === 'paste' && pasted.trim() !== ''
        ? { text: pasted }
        : null
  const trial = useInfiniteQuery({
    queryKey: ['tryItem', event_id, subject, settled],
    queryFn: ({ signal, pageParam: offset }) => {
      const body = { ...subject, draft: settled, offset, limit: offset === 0 ? firstPage : laterPage }
      return call('tryItem', { ...eventInput(event_id), body }, signal)
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { others }) => sum + others.length, 0)
      return shown < last.others_total ? shown : undefined
    },
    enabled: subject !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pages = subject === null || trial.isError ? undefined : trial.data?.pages
  const tried = useMemo(() => pages?.[0] && { ...pages[0], others: pages.flatMap(({ others }) => others) }, [pages])
  const ofDraft = (source !== 'player' && tried?.draft) || undefined
  useEffect(() => {
    onTried(ofDraft)
  }, [onTried, ofDraft])
  const choices = [
    { value: 'paste', label: t('objectives.paste') },
    { value: 'stored', label: t('objectives.fromStash') },
    { value: 'player', label: t('objectives.aPlayer') },
  ] as const
  return (
    <>
      <header className="obj-pane-head">
        <h2 className="obj-section">{t('objectives.workbench')}</h2>
        <Segments label={t('objectives.tryWhat')} value={source} choices={choices} onChange={setSource} />
      </header>
      <div className="obj-bench">
        {source === 'paste' && (
          <Field
            label={t('objectives.pasteLabel')}
            hint={t('objectives.pasteHelp')}
            error={trial.isError && subject ? explain(trial.error) : undefined}
          >
            <TextArea rows={6} value={text} spellCheck={false} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
        {source === 'stored' && <StoredItemPicker event_id={event_id} onPick={setPicked} />}
        {source === 'stored' && trial.isError && subject && <p className="field-error">{explain(trial.error)}</p>}
        {source === 'player' && (
          <PlayerTrial definition={props.definition} draft={values && writeDraft(values, id)} onOpen={onOpen} />
        )}
        {tried && source !== 'player' && (
          <TrialResult
            tried={tried}
            mappings={mappings}
            onOpen={onOpen}
            isMoreComing={trial.isFetchingNextPage}
            onMore={trial.hasNextPage ? () => void trial.fetchNextPage() : undefined}
          />
        )}
      </div>
    </>
  )
}

function explain(problem: unknown): string {
  if (!(problem instanceof Failure)) return t('failure.ours')
  const [first] = problem.problems
  return first ? first.problem : problem.message
}

interface ResultProps {
  tried: TriedItem
  mappings: ConditionMappings
  onOpen: (id: number) => void
  isMoreComing: boolean
  /** undefined if there are no more */
  onMore: (() => void) | undefined
}

function TrialResult({ tried, mappings, onOpen, isMoreComing, onMore }: ResultProps) {
  const { draft, feeds, feeds_total, others, others_total, doubts } = tried
  const rest = feeds.filter(({ is_draft }) => !is_draft)
  const misses = others.filter(({ is_draft }) => !is_draft)
  const typeOf = (field: ItemField) => mappings.field_to_type[field] ?? 'string'
  return (
    <div aria-live="polite">
      {draft && <Verdict trial={draft} />}
      {draft && <ConditionFindings trial={draft} typeOf={typeOf} />}
      <UnreadLines unread={tried.unread ?? []} />
      <ItemCard tried={tried} />
      {doubts.length > 0 && <p className="field-hint">{doubts.map((doubt) => t(`objectives.doubt.${doubt}`)).join(' ')}</p>}
      <h3 className="obj-section">{t('objectives.feeds', { count: feeds_total })}</h3>
      {rest.length === 0 && <p className="quieter">{t('objectives.feedsNone')}</p>}
      <ul className="obj-feeds">
        {rest.map((trial) => (
          <li key={trial.objective_id}>
            <ObjectiveLink trial={trial} onOpen={onOpen} />
            <span className="num quieter">{t('objectives.countsFor', { count: trial.number })}</span>
          </li>
        ))}
        {feeds_total > feeds.length && (
          <li className="quieter">{t('objectives.feedsMore', { count: feeds_total - feeds.length })}</li>
        )}
      </ul>
      <h3 className="obj-section">{t('objectives.misses', { count: others_total })}</h3>
      <ul className="obj-misses">
        {misses.map((trial) => (
          <li key={trial.objective_id}>
            <details>
              <summary>
                <span className="obj-share num">
                  {t('objectives.share', { holding: trial.holding, of: trial.holding + trial.failing })}
                </span>
                <bdi>{trial.name}</bdi>
              </summary>
              <ConditionFindings trial={trial} typeOf={typeOf} />
              <ObjectiveLink trial={trial} onOpen={onOpen} />
            </details>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button kind="quiet" isBusy={isMoreComing} onClick={onMore}>
          {t('objectives.more')}
        </Button>
      )}
    </div>
  )
}

function ObjectiveLink({ trial, onOpen }: { trial: TriedObjective; onOpen: (id: number) => void }) {
  return (
    <button type="button" className="link" onClick={() => onOpen(trial.objective_id)}>
      <bdi>{[...trial.path, trial.name].join(' / ')}</bdi>
    </button>
  )
}

/** Whether it counts, then the reasons against it. */
function Verdict({ trial }: { trial: TriedObjective }) {
  const { matches, holding, failing, obstacles } = trial
  const [obstacle] = obstacles
  return (
    <div className="obj-verdict">
      <span className="obj-verdict-share num">{t('objectives.share', { holding, of: holding + failing })}</span>
      <p>
        <strong className={matches ? 'obj-good icon-line' : 'obj-bad icon-line'}>
          <Icon name={matches ? 'check' : 'close'} size={14} /> {t(matches ? 'objectives.counts' : 'objectives.countsNot')}
        </strong>
        {matches
          ? t('objectives.countsFor', { count: trial.number })
          : obstacle
            ? t(`objectives.obstacle.${obstacle}`)
            : t('objectives.failing', { count: failing })}
      </p>
    </div>
  )
}

const hiddenFields = new Set(['NAME', 'TYPE_LINE', 'BASE_TYPE', 'FRAME_TYPE', 'ICON_NAME'])

/** The item as the rules read it: all its fields. */
function ItemCard({ tried }: { tried: TriedItem }) {
  const textOf = (field: string) => tried.fields.find((one) => one.field === field)?.value
  const title = textOf('NAME') || textOf('TYPE_LINE') || t('objectives.item')
  const shown = tried.fields.filter(
    ({ field, value }) =>
      !hiddenFields.has(field) && value !== '' && value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0),
  )
  return (
    <section className="obj-item" data-rarity={String(textOf('RARITY') || '').toLowerCase()}>
      <p className="obj-item-name">
        <bdi>{String(title)}</bdi>
      </p>
      {textOf('NAME') !== '' && (
        <p className="obj-item-base">
          <bdi>{String(textOf('TYPE_LINE') || textOf('BASE_TYPE') || '')}</bdi>
        </p>
      )}
      <dl>
        {shown.map(({ field, value }) => (
          <div key={field}>
            <dt>{fieldLabels[field]}</dt>
            <dd>
              {Array.isArray(value) ? (
                value.map((entry, index) => (
                  <bdi key={index} className="obj-item-mod">
                    {entry}
                  </bdi>
                ))
              ) : (
                <bdi>{typeof value === 'boolean' ? t('objectives.yes') : String(value)}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
