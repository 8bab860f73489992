import './game-log.css'
import '../../../messages/game-log.ts'
import type { LogEventKind } from '@muster/contract/game-log'
import { t } from '../../../lib/text/messages.ts'
import { useStored } from '../../../lib/store.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { LogChoice } from './log-choice.tsx'
import { LogEvents } from './log-events.tsx'
import { type LogFollower, type LogState, listToSend } from './log-follower.ts'
import { ownCharacters } from './own-characters.ts'

interface PanelProps {
  follower: LogFollower
  kinds: readonly LogEventKind[]
}

/** Reports from the log of the player's game, and everything that leaves the computer. */
export function LogPanel({ follower, kinds }: PanelProps) {
  const state = useStored(follower.store)
  if (kinds.length === 0) return <Empty title={t('gameLog.nothingTitle')} text={t('gameLog.nothingText')} />
  return (
    <div className="game-log-columns">
      <section aria-label={t('gameLog.title')}>
        {state.problem !== '' && (
          <p className="bad" role="alert">
            {t('gameLog.stopped', { reason: state.problem })}
          </p>
        )}
        {state.source === null ? (
          <LogChoice onChoose={(source) => void follower.open(source)} />
        ) : (
          <Following state={state} follower={follower} />
        )}
      </section>
      <SentData kinds={kinds} />
    </div>
  )
}

function Following({ state, follower }: { state: LogState; follower: LogFollower }) {
  const own = useStored(ownCharacters)
  const { source, phase, share } = state
  const isGrowing = source?.grows === true
  const isSending = phase === 'sending'
  if (phase === 'reading')
    return (
      <div className="game-log-file" role="status">
        <div>
          <b>{source?.name}</b>
          <p className="small quiet">{t('gameLog.reading', { share: Math.floor(share * 100) })}</p>
        </div>
        <progress value={share} aria-label={t('gameLog.readingLabel')} />
      </div>
    )
  const count = listToSend(state, own).length
  return (
    <>
      <div className="game-log-file">
        <span className={isSending ? 'game-log-mark good' : 'game-log-mark quiet'}>
          <Icon name={isSending ? 'check' : 'clock'} size={14} />
          {t(isSending ? (isGrowing ? 'gameLog.following' : 'gameLog.readOnce') : 'gameLog.notSent')}
        </span>
        <b>{source?.name}</b>
        <Button size="small" onClick={() => follower.close()}>
          {t('gameLog.another')}
        </Button>
      </div>
      <p className="small quiet game-log-note">{t(isGrowing ? 'gameLog.keepOpen' : 'gameLog.again')}</p>
      <Characters state={state} own={own} />
      {phase === 'asking' && (
        <p className="game-log-note">
          <Button kind="primary" onClick={() => void follower.startSending()}>
            {count > 0 ? t('gameLog.send', { count }) : t('gameLog.start')}
          </Button>
        </p>
      )}
      {state.is_offline && (
        <p className="small bad" role="status">
          {t('gameLog.offline')}
        </p>
      )}
      <LogEvents state={state} own={own} />
    </>
  )
}

/** The names in the log; the player says which are their own. */
function Characters({ state, own }: { state: LogState; own: readonly string[] }) {
  const names = [...new Set(state.found.map(({ character }) => character).filter((name) => name !== ''))]
  const levels = new Map(state.found.filter(({ kind }) => kind === 'level').map((line) => [line.character, line]))
  const describe = (name: string) => {
    const level = levels.get(name)
    return level ? t('gameLog.character', { name, class: level.value, level: level.number }) : name
  }
  return (
    <fieldset className="game-log-names">
      <legend className="strong">{t('gameLog.whose')}</legend>
      <p className="small quiet">{t(names.length === 0 ? 'gameLog.noNames' : 'gameLog.whoseText')}</p>
      {names.map((name) => (
        <Chip key={name} hasTick isOn={own.includes(name)} onChange={(isOn) => ownCharacters.choose(name, isOn)}>
          <bdi>{describe(name)}</bdi>
        </Chip>
      ))}
    </fieldset>
  )
}

const neverSent = ['chat', 'others', 'rest', 'file'] as const

function SentData({ kinds }: { kinds: readonly LogEventKind[] }) {
  return (
    <section aria-labelledby="log-leaving">
      <h2 className="block-title" id="log-leaving">
        {t('gameLog.leaving')}
      </h2>
      <div className="game-log-leaving">
        <div>
          <h3>
            <Icon name="outside" />
            {t('gameLog.sent')}
          </h3>
          <ul>
            {kinds.map((kind) => (
              <li key={kind}>{t(`gameLog.sends.${kind}`)}</li>
            ))}
          </ul>
        </div>
        <div>
          <h3>
            <Icon name="lock" />
            {t('gameLog.never')}
          </h3>
          <ul>
            {neverSent.map((each) => (
              <li key={each}>{t(`gameLog.never.${each}`)}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className="small quiet">{t('gameLog.where')}</p>
    </section>
  )
}
