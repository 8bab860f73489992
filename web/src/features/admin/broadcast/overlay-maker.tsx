import './broadcast.css'
import '../../../messages/admin-broadcast.ts'
import { type Broadcast, maxDelay_seconds, type OverlayKind, overlayKinds } from '@muster/contract/broadcast'
import type { Event } from '@muster/contract/events'
import { useState } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { plates, scales, type Settings, sizes, writeAddress } from '../../../overlay/settings.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Chip, Segments } from '../../../ui/forms/toggles.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { replaceKey } from './use-broadcast.ts'

/** Settings as typed; numbers outside their bounds are clamped where they are used. */
interface Typed {
  readonly delay: string
  readonly scale: string
  readonly plate: string
}
const usual: Typed = { delay: '60', scale: '100', plate: String(plates.usual) }
const clamp = (text: string, least: number, most: number) => Math.min(most, Math.max(least, Math.trunc(Number(text)) || 0))

/** Chooses an overlay and its settings, shows it, and gives its address. */
export function OverlayMaker({ event, broadcast, ownKey }: { event: Event; broadcast: Broadcast; ownKey: string }) {
  const [kind, setKind] = useState<OverlayKind>('strip')
  const [team_ids, setTeamIds] = useState<readonly number[]>([])
  const [typed, setTyped] = useState(usual)
  const [moves, setMoves] = useState(true)
  const settings: Settings = {
    shown: kind,
    event: String(event.id),
    key: ownKey,
    delay_seconds: clamp(typed.delay, 0, maxDelay_seconds),
    team_ids,
    scale_percent: clamp(typed.scale, scales.least, scales.most),
    plate_percent: clamp(typed.plate, plates.least, plates.most),
    moves,
    is_preview: false,
  }
  return (
    <div className="broadcast-columns">
      <div>
        <DataBlock title={t('broadcast.kinds')} note={t('broadcast.kindsNote')} loading={null}>
          <fieldset className="broadcast-kinds" aria-label={t('broadcast.kinds')}>
            {overlayKinds.map((one) => (
              <label key={one}>
                <input type="radio" name="overlay" checked={one === kind} onChange={() => setKind(one)} />
                <span>{t(`broadcast.kind.${one}`)}</span>
                <span className="small quiet">{t('broadcast.size', sizes[one])}</span>
              </label>
            ))}
          </fieldset>
        </DataBlock>
        <DataBlock title={t('broadcast.setUp')} loading={null}>
          <TeamChoice chosen={team_ids} onChange={setTeamIds} />
          <Numbers typed={typed} onChange={setTyped} settings={settings} kind={kind} least={broadcast.least_delay_seconds} />
          <ul className="broadcast-switches">
            <li>
              <Switch label={t('broadcast.motion')} isOn={moves} onChange={setMoves} />
              <span>{t('broadcast.motion')}</span>
              <span className="small quiet">{t('broadcast.motionHelp')}</span>
            </li>
            <li>
              <span aria-hidden="true">✓</span>
              <span>{t('broadcast.public')}</span>
              <span className="small quiet">{t('broadcast.publicHelp')}</span>
            </li>
          </ul>
        </DataBlock>
      </div>
      <Preview event={event} settings={settings} kind={kind} least={broadcast.least_delay_seconds} />
    </div>
  )
}

function TeamChoice({ chosen, onChange }: { chosen: readonly number[]; onChange: (ids: readonly number[]) => void }) {
  const teams = useTeams()
  return (
    <fieldset className="broadcast-teams">
      <legend className="field-label">{t('broadcast.teams')}</legend>
      {teams.map(({ id, name, abbreviation, look }) => (
        <Chip
          key={id}
          label={name}
          isOn={chosen.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          <Crest look={look} size="small" />
          {abbreviation}
        </Chip>
      ))}
      <p className="field-hint">{t('broadcast.teamsHelp')}</p>
    </fieldset>
  )
}

interface NumbersProps {
  typed: Typed
  onChange: (typed: Typed) => void
  settings: Settings
  kind: OverlayKind
  least: number
}

function Numbers({ typed, onChange, settings, kind, least }: NumbersProps) {
  const { width, height } = scaled(kind, settings)
  const field = (name: keyof Typed) => ({
    value: typed[name],
    inputMode: 'numeric' as const,
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...typed, [name]: event.target.value.replace(/\D/g, '').slice(0, 4) }),
  })
  return (
    <div className="broadcast-numbers">
      <Field
        label={t('broadcast.delay')}
        hint={least > 0 ? t('broadcast.delayLeast', { seconds: least }) : t('broadcast.delayHelp')}
      >
        <Input {...field('delay')} />
      </Field>
      <Field label={t('broadcast.scale')} hint={t('broadcast.scaleHelp', { width, height })}>
        <Input {...field('scale')} />
      </Field>
      <Field label={t('broadcast.plate')} hint={t('broadcast.plateHelp')}>
        <Input {...field('plate')} />
      </Field>
    </div>
  )
}

function scaled(kind: OverlayKind, { scale_percent }: Settings) {
  const { width, height } = sizes[kind]
  return { width: Math.round((width * scale_percent) / 100), height: Math.round((height * scale_percent) / 100) }
}

interface PreviewProps {
  event: Event
  settings: Settings
  kind: OverlayKind
  least: number
}

/** The overlay itself in a frame, over a dark or a bright ground, and its address. */
function Preview({ event, settings, kind, least }: PreviewProps) {
  const [ground, setGround] = useState<'dark' | 'bright'>('dark')
  const [isReplacing, setReplacing] = useState(false)
  const { width, height } = scaled(kind, settings)
  const { origin } = window.location
  const address = writeAddress(origin, settings)
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => showToast(t('broadcast.copied')),
      // Without permission for the clipboard, the user copies the selected text by hand.
      () => undefined,
    )
  return (
    <div>
      <DataBlock
        title={t('broadcast.preview')}
        note={
          <Segments
            label={t('broadcast.ground')}
            value={ground}
            choices={(['dark', 'bright'] as const).map((value) => ({ value, label: t(`broadcast.ground.${value}`) }))}
            onChange={setGround}
          />
        }
        loading={null}
      >
        {/* A wide overlay is shown whole, smaller. */}
        <div className={`broadcast-stage broadcast-${ground}`} style={{ '--w': width, '--h': height } as never}>
          <iframe
            key={kind}
            title={`${t('broadcast.preview')}: ${t(`broadcast.kind.${kind}`)}`}
            src={writeAddress(origin, { ...settings, is_preview: true })}
            width={width}
            height={height}
          />
        </div>
        <p className="small quiet broadcast-note">
          {t('broadcast.previewNote', { seconds: Math.max(settings.delay_seconds, least) })}
          {kind === 'alert' && ` ${t('broadcast.alertNote')}`}
          {kind === 'player' && ` ${t('broadcast.playerNote')}`}
        </p>
        <div className="broadcast-address">
          <Field label={t('broadcast.address')} hint={t('broadcast.addressHelp', { width, height })}>
            <Input value={address} readOnly onFocus={(focus) => focus.target.select()} />
          </Field>
          <Button kind="primary" icon="copy" onClick={copy}>
            {t('broadcast.copy')}
          </Button>
        </div>
        <Button size="small" onClick={() => setReplacing(true)}>
          {t('broadcast.replace')}
        </Button>
      </DataBlock>
      {isReplacing && (
        <ConfirmWrite
          title={t('broadcast.replaceTitle')}
          actLabel={t('broadcast.replaceAct')}
          send={() => replaceKey(event)}
          done={t('broadcast.replaced')}
          onClose={() => setReplacing(false)}
        >
          <p>{t('broadcast.replaceText')}</p>
        </ConfirmWrite>
      )}
    </div>
  )
}
