import './broadcast.css'
import '../../../messages/admin-broadcast.ts'
import { type Broadcast, maxDelay_seconds } from '@muster/contract/broadcast'
import type { Event } from '@muster/contract/events'
import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import { useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { TableWrap } from '../../../ui/layout/table.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { PlayerChoice } from './player-choice.tsx'
import { maxFound, type PartProps, Row } from './producer-row.tsx'
import { type Choices, saveChoices } from './use-broadcast.ts'

/** Overlays report every ten seconds; after this time one is no longer shown. */
const shown_ms = 25_000

/** The cards of an event's overlays, its hidden objectives and teams, and the overlays in use. */
export function ProducerChoices({ event, broadcast }: { event: Event; broadcast: Broadcast }) {
  const write = useWrite((changed: Partial<Choices>) => saveChoices(event, broadcast, changed), {})
  const rows = <SkeletonRows rows={4} height={44} label={t('loading')} />
  return (
    <>
      <WriteProblem write={write} />
      <div className="broadcast-columns">
        <DataBlock title={t('broadcast.card')} note={t('broadcast.cardNote')} loading={rows}>
          <Pinned broadcast={broadcast} write={write} />
          <Finder broadcast={broadcast} write={write} />
        </DataBlock>
        <DataBlock title={t('broadcast.playerCard')} note={t('broadcast.cardNote')} loading={rows}>
          <PlayerChoice broadcast={broadcast} write={write} />
        </DataBlock>
      </div>
      <div className="broadcast-columns">
        <DataBlock title={t('broadcast.hidden')} note={t('broadcast.hiddenNote')} loading={rows}>
          <Hidden broadcast={broadcast} write={write} />
        </DataBlock>
        <DataBlock title={t('broadcast.used')} loading={rows}>
          <LeastDelay event={event} broadcast={broadcast} />
          <InUse broadcast={broadcast} />
        </DataBlock>
      </div>
    </>
  )
}

/** The public objectives by id, without the root. */
function useObjectives() {
  const { tree } = useScoreTree()
  return tree.nodes.flatMap(({ item, parent }) =>
    parent === null ? [] : [{ id: item.id, name: item.name, above: parent.parent === null ? '' : parent.item.name }],
  )
}

function Pinned({ broadcast: { pinned_objective_id, pinned_at }, write }: PartProps) {
  const objectives = useObjectives()
  if (pinned_objective_id === null) return <p className="broadcast-follows">{t('broadcast.follows')}</p>
  const found = objectives.find(({ id }) => id === pinned_objective_id)
  const since = pinned_at === null ? '' : t('broadcast.pinnedSince', { time: formatFull(Date.parse(pinned_at)) })
  return (
    <ul>
      <Row name={found?.name ?? t('broadcast.gone')} note={since}>
        <Button size="small" isBusy={write.is_busy} onClick={() => write.run({ pinned_objective_id: null })}>
          {t('broadcast.unpin')}
        </Button>
      </Row>
    </ul>
  )
}

function Finder({ broadcast, write }: PartProps) {
  const [words, setWords] = useState('')
  const objectives = useObjectives()
  const { hidden_objective_ids: hidden } = broadcast
  const wanted = words.trim().toLowerCase()
  const found = objectives
    .filter(({ id, name }) => !hidden.includes(id as ObjectiveId) && name.toLowerCase().includes(wanted))
    .slice(0, maxFound)
  return (
    <>
      <SearchInput label={t('broadcast.find')} value={words} onChange={setWords} />
      {found.length === 0 && <p className="small quiet broadcast-note">{t('broadcast.foundNone')}</p>}
      <ul aria-label={t('broadcast.found')}>
        {found.map(({ id, name, above }) => (
          <Row key={id} name={name} note={above}>
            <Button
              size="small"
              aria-label={t('broadcast.pinOf', { name })}
              isBusy={write.is_busy}
              onClick={() => write.run({ pinned_objective_id: id as ObjectiveId })}
            >
              {t('broadcast.pin')}
            </Button>
            <Button
              size="small"
              aria-label={t('broadcast.hideOf', { name })}
              isBusy={write.is_busy}
              onClick={() => write.run({ hidden_objective_ids: [...hidden, id as ObjectiveId] })}
            >
              {t('broadcast.hide')}
            </Button>
          </Row>
        ))}
      </ul>
    </>
  )
}

function Hidden({ broadcast, write }: PartProps) {
  const objectives = useObjectives()
  const teams = useTeams()
  const { hidden_objective_ids: hidden, hidden_team_ids } = broadcast
  return (
    <>
      <p className="small quiet broadcast-note">{t('broadcast.hiddenHelp')}</p>
      <fieldset className="broadcast-teams">
        <legend className="field-label">{t('broadcast.hiddenTeams')}</legend>
        {teams.map(({ id, name, abbreviation, look }) => (
          <Chip
            key={id}
            label={name}
            isOn={hidden_team_ids.includes(id as TeamId)}
            onChange={(isOn) =>
              write.run({
                hidden_team_ids: isOn ? [...hidden_team_ids, id as TeamId] : hidden_team_ids.filter((one) => one !== id),
              })
            }
          >
            <Crest look={look} size="small" />
            {abbreviation}
          </Chip>
        ))}
      </fieldset>
      <ul>
        {hidden.map((id) => {
          const found = objectives.find((one) => one.id === id)
          const name = found?.name ?? t('broadcast.gone')
          return (
            <Row key={id} name={name} note={found?.above ?? ''}>
              <Button
                size="small"
                aria-label={t('broadcast.showOf', { name })}
                isBusy={write.is_busy}
                onClick={() => write.run({ hidden_objective_ids: hidden.filter((one) => one !== id) })}
              >
                {t('broadcast.show')}
              </Button>
            </Row>
          )
        })}
      </ul>
    </>
  )
}

function LeastDelay({ event, broadcast }: { event: Event; broadcast: Broadcast }) {
  const [text, setText] = useState(String(broadcast.least_delay_seconds))
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  const isWrong = !(seconds >= 0 && seconds <= maxDelay_seconds)
  const write = useWrite(() => saveChoices(event, broadcast, { least_delay_seconds: seconds }), {
    onDone: () => showToast(t('broadcast.leastSaved')),
  })
  return (
    <div className="broadcast-address">
      <Field
        label={t('broadcast.least')}
        hint={t('broadcast.leastHelp')}
        error={isWrong ? t('broadcast.leastWrong') : write.problemOf('least_delay_seconds')}
      >
        <Input value={text} inputMode="numeric" onChange={(change) => setText(change.target.value.trim())} />
      </Field>
      <Button isBusy={write.is_busy} onClick={() => !isWrong && write.run(undefined)}>
        {t('broadcast.leastSave')}
      </Button>
      <WriteProblem write={write} />
    </div>
  )
}

function InUse({ broadcast: { loads } }: { broadcast: Broadcast }) {
  const now = useServerNow(5000)
  if (loads.length === 0) return <p className="small quiet">{t('broadcast.usedNone')}</p>
  return (
    <TableWrap label={t('broadcast.used')}>
      <table className="table">
        <thead>
          <tr>
            <th>{t('broadcast.usedOverlay')}</th>
            <th>{t('broadcast.usedDelay')}</th>
            <th>{t('broadcast.usedLoaded')}</th>
          </tr>
        </thead>
        <tbody>
          {loads.map(({ kind, delay_seconds, loaded_at }) => (
            <tr key={kind}>
              <td>{t(`broadcast.kind.${kind}`)}</td>
              <td>{t('broadcast.seconds', { seconds: delay_seconds })}</td>
              <td>{now - Date.parse(loaded_at) < shown_ms ? t('broadcast.usedNow') : formatFull(Date.parse(loaded_at))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}
