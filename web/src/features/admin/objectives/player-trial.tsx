import '../../../messages/admin-objectives.ts'
import type { DraftObjectiveInput } from '@muster/contract/workbench'
import { readPlayerNumber } from '@muster/domain/characters/numbers'
import { games } from '@muster/domain/events/games'
import { useMemo, useState } from 'react'
import { usePlayerRules } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Check, Field, Input } from '../../../ui/forms/fields.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { Definition } from './definition.ts'
import { listFigures } from './player-figures.ts'

interface PlayerTrialProps {
  definition: Definition
  /** The objective in the editor, as typed. */
  draft: DraftObjectiveInput | undefined
  onOpen: (id: number) => void
}

const figureNames = ['level', 'ascendancy_points', 'delve_depth', 'atlas_nodes', 'players'] as const

const digits = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : 0)

/** A player's figures, and a team of such players, against the objectives that count players. Nearest first. */
export function PlayerTrial({ definition, draft, onOpen }: PlayerTrialProps) {
  const rules = usePlayerRules()
  const { game_version } = rules
  const { delve, atlas, pantheon } = games[game_version]
  const [figures, setFigures] = useState({
    level: '90',
    ascendancy_points: '8',
    delve_depth: '0',
    atlas_nodes: '0',
    players: '1',
  })
  const [hasPantheon, setPantheon] = useState(false)
  const results = useMemo(() => {
    const player = {
      level: digits(figures.level),
      ascendancy_points: digits(figures.ascendancy_points),
      delve_depth: digits(figures.delve_depth),
      pantheon_major: hasPantheon ? 'TheBrineKing' : null,
      pantheon_minor: hasPantheon ? 'Abberath' : null,
      atlas_node_count: digits(figures.atlas_nodes),
      experience: 0,
      figures: null,
      worn: null,
    }
    const read: Parameters<typeof listFigures>[2] = (field, pieces_from) => readPlayerNumber(field, player, rules, pieces_from)
    return listFigures(definition, draft, read, Math.max(1, digits(figures.players)))
  }, [definition, draft, figures, hasPantheon, rules])
  /** The game has no other figures. */
  const asked: Partial<Record<(typeof figureNames)[number], boolean>> = { delve_depth: delve, atlas_nodes: atlas }
  const set = (name: keyof typeof figures) => (event: { target: { value: string } }) =>
    setFigures({ ...figures, [name]: event.target.value })
  return (
    <>
      <div className="obj-figures">
        {figureNames
          .filter((name) => asked[name] !== false)
          .map((name) => (
            <Field key={name} label={t(`objectives.figure.${name}`)}>
              <Input inputMode="numeric" autoComplete="off" value={figures[name]} onChange={set(name)} />
            </Field>
          ))}
        {pantheon && <Check label={t('objectives.figure.pantheon')} isOn={hasPantheon} onChange={setPantheon} />}
      </div>
      {results.length === 0 && <p className="quieter">{t('objectives.noFigures')}</p>}
      <ul className="obj-findings" aria-live="polite">
        {results.map(({ id, name, isDraft, number, required, isDone }) => (
          <li key={id} className="obj-finding">
            <Icon name={isDone ? 'check' : 'close'} size={14} />
            <div>
              {isDraft ? (
                <p>
                  <bdi>{name || t('objectives.newObjective')}</bdi> <Badge>{t('objectives.inEditor')}</Badge>
                </p>
              ) : (
                <button type="button" className="link" onClick={() => onOpen(id)}>
                  <bdi>{name}</bdi>
                </button>
              )}
              <p className="quieter">
                <span className="vh">{t(isDone ? 'objectives.holds' : 'objectives.fails')}: </span>
                {t(isDone ? 'objectives.figureDone' : 'objectives.figureShort', {
                  number: formatCount(number),
                  required: formatCount(required),
                  short: formatCount(required - number),
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
