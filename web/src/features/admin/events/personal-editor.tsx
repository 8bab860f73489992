import './personal-editor.css'
import '../../../messages/admin-personal.ts'
import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import { maxFigureSteps, maxPersonalFigures, maxPersonalSteps } from '@muster/contract/personal-objectives'
import { numberRows } from '@muster/domain/characters/number-rows'
import { countMostPersonal, readPersonalObjectives } from '@muster/domain/characters/personal-points'
import { listCountedFields } from '@muster/domain/characters/personal-problems'
import { type ReactNode, useContext, useId } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { AttemptContext, useField } from '../../../ui/forms/form-context.ts'
import { Select, SelectControl } from '../../../ui/forms/select.tsx'
import {
  type FigureInput,
  findInputProblems,
  type GeneralInput,
  type PersonalInput,
  readPersonalInput,
  type StepInput,
  toPersonalInput,
} from './personal-input.ts'

/** The wording of the problem at a path inside the rules; undefined if the value is good. */
type ProblemOf = (path: string) => string | undefined

interface PersonalEditorProps {
  label: string
  help: string
  game_version: GameVersion
}

/** The rules of personal objectives: the usual ones, or steps and figures of the event's own. Inside `form.AppField`. */
export function PersonalEditor({ label, help, game_version }: PersonalEditorProps) {
  const { field, value: input, error } = useField<PersonalInput>()
  const { problemOf: problemOnServer } = useContext(AttemptContext)
  const id = useId()
  const problems = findInputProblems(input, game_version)
  const problemOf: ProblemOf = (path) => {
    const found = problems.find((one) => one.path === path)
    if (found && !isUntouched(input, path)) return t(`adminPersonal.problem.${found.kind}`, { bound: formatCount(found.bound) })
    return problemOnServer(field.name, input, path)
  }
  const usual = readPersonalObjectives({ game_version, personal_objectives: null })
  const change = (next: Partial<PersonalInput>) => field.handleChange({ ...input, ...next })
  const choose = (is_own: boolean) =>
    change(is_own && input.steps.length + input.figures.length === 0 ? toPersonalInput(usual) : { is_own })
  return (
    <fieldset className="form-choice personal-editor" aria-describedby={error ? id : undefined}>
      <legend className="field-label">{label}</legend>
      <p className="field-hint">{help}</p>
      {[false, true].map((is_own) => (
        <label key={String(is_own)} className="check">
          <input type="radio" name={field.name} checked={input.is_own === is_own} onChange={() => choose(is_own)} />
          <span>{is_own ? t('adminPersonal.own') : t('adminPersonal.usual', { most: countMostPersonal(usual) })}</span>
        </label>
      ))}
      {input.is_own && <OwnRules input={input} game_version={game_version} problemOf={problemOf} onChange={change} />}
      {input.is_own && problems.length === 0 && <Most input={input} />}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A new step has no values yet: nothing to complain about before the form is sent. */
const isUntouched = (input: PersonalInput, path: string): boolean => {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], input)
  return value === ''
}

/** The rules in a few words. */
export function describePersonal(input: PersonalInput): string {
  const rules = readPersonalInput(input)
  if (rules === null) return t('adminPersonal.describeUsual')
  const { steps, figures } = rules
  return t('adminPersonal.describeOwn', { steps: steps.length, figures: figures.length, most: countMostPersonal(rules) })
}

/** The most that a player can get. */
function Most({ input }: { input: PersonalInput }) {
  const rules = readPersonalInput(input)
  if (rules === null) return null
  const count = countMostPersonal(rules)
  const general = countMostPersonal({ ...rules, figures: [] })
  return (
    <p className="personal-most" role="status">
      {t('adminPersonal.most', { count, general: formatCount(general), figures: formatCount(count - general) })}
    </p>
  )
}

interface RulesProps {
  input: PersonalInput
  game_version: GameVersion
  problemOf: ProblemOf
  onChange: (next: Partial<PersonalInput>) => void
}

const replace = <T,>(list: readonly T[], at: number, next: Partial<T>): T[] =>
  list.map((one, index) => (index === at ? { ...one, ...next } : one))
const without = <T,>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

function OwnRules({ input, game_version, problemOf, onChange }: RulesProps) {
  const { steps, figures } = input
  const choices = listCountedFields(game_version).map((value) => ({ value, label: numberRows[value].label }))
  const [first] = choices
  const used = new Set([...steps, ...figures].map(({ number_field }) => number_field))
  const unused = choices.find(({ value }) => !used.has(value)) ?? first
  const newStep = { number_field: steps.at(-1)?.number_field ?? first?.value ?? 'PLAYER_LEVEL', at: '', points: '1' }
  return (
    <>
      <Part title={t('adminPersonal.general')} help={t('adminPersonal.generalHelp')} problem={problemOf('steps')}>
        <StepRows
          steps={steps}
          path="steps"
          choices={choices}
          problemOf={problemOf}
          onChange={(next) => onChange({ steps: next as readonly GeneralInput[] })}
        />
        <Button
          icon="plus"
          size="small"
          disabled={steps.length >= maxPersonalSteps}
          onClick={() => onChange({ steps: [...steps, newStep] })}
        >
          {t('adminPersonal.addStep')}
        </Button>
        {steps.length > 0 && (
          <Cap
            label={t('adminPersonal.cap')}
            value={input.cap}
            problem={problemOf('cap')}
            onChange={(cap) => onChange({ cap })}
          />
        )}
      </Part>
      <Part title={t('adminPersonal.figures')} help={t('adminPersonal.figuresHelp')}>
        {figures.map((figure, at) => (
          <FigureFields
            key={at}
            figure={figure}
            number={at + 1}
            path={`figures.${at}`}
            choices={choices}
            problemOf={problemOf}
            onChange={(next) => onChange({ figures: replace(figures, at, next) })}
            onRemove={() => onChange({ figures: without(figures, at) })}
          />
        ))}
        {unused && figures.length < maxPersonalFigures && (
          <Button
            icon="plus"
            size="small"
            onClick={() => onChange({ figures: [...figures, { number_field: unused.value, steps: [{ at: '', points: '1' }] }] })}
          >
            {t('adminPersonal.addFigure')}
          </Button>
        )}
        {figures.length > 0 && (
          <Cap
            label={t('adminPersonal.figuresCap')}
            value={input.figures_cap}
            problem={problemOf('figures_cap')}
            onChange={(figures_cap) => onChange({ figures_cap })}
          />
        )}
      </Part>
    </>
  )
}

interface PartProps {
  title: string
  help: string
  problem?: string | undefined
  children: ReactNode
}

function Part({ title, help, problem, children }: PartProps) {
  return (
    <section className="personal-part" aria-label={title}>
      <h3>{title}</h3>
      <p className="field-hint">{help}</p>
      {children}
      {problem && <p className="field-error">{problem}</p>}
    </section>
  )
}

interface CapProps {
  label: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

const Cap = ({ label, value, problem, onChange }: CapProps) => (
  <Field label={label} hint={t('adminPersonal.capHelp')} error={problem}>
    <Input inputMode="numeric" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
  </Field>
)

type Choices = readonly { readonly value: NumberField; readonly label: string }[]

interface FigureProps {
  figure: FigureInput
  /** From 1. */
  number: number
  path: string
  choices: Choices
  problemOf: ProblemOf
  onChange: (next: Partial<FigureInput>) => void
  onRemove: () => void
}

function FigureFields({ figure: { number_field, steps }, number, path, choices, problemOf, onChange, onRemove }: FigureProps) {
  return (
    <fieldset className="personal-figure">
      <legend className="vh">{t('adminPersonal.figure', { figure: number })}</legend>
      <div className="personal-row">
        <Field label={t('adminPersonal.figure', { figure: number })} error={problemOf(`${path}.number_field`)}>
          <SelectControl value={number_field} choices={choices} onChange={(next) => onChange({ number_field: next })} />
        </Field>
        <IconButton icon="close" label={t('adminPersonal.removeFigure', { figure: number })} onClick={onRemove} />
      </div>
      <StepRows steps={steps} path={`${path}.steps`} problemOf={problemOf} onChange={(next) => onChange({ steps: next })} />
      <Button
        icon="plus"
        size="small"
        disabled={steps.length >= maxFigureSteps}
        onClick={() => onChange({ steps: [...steps, { at: '', points: '' }] })}
      >
        {t('adminPersonal.addStep')}
      </Button>
    </fieldset>
  )
}

interface StepRowsProps {
  steps: readonly (StepInput & Partial<Pick<GeneralInput, 'number_field'>>)[]
  path: string
  /** The numbers to choose from, where each step has its own. */
  choices?: Choices
  problemOf: ProblemOf
  onChange: (steps: readonly StepInput[]) => void
}

/** A row for each step: its number, where it begins, its points. */
function StepRows({ steps, path, choices, problemOf, onChange }: StepRowsProps) {
  const id = useId()
  if (steps.length === 0) return null
  return (
    <ol className={choices ? 'personal-steps has-number' : 'personal-steps'}>
      <li className="field-label" aria-hidden="true">
        {choices && <span>{t('adminPersonal.number')}</span>}
        <span>{t('adminPersonal.at')}</span>
        <span>{t('adminPersonal.points')}</span>
      </li>
      {steps.map((step, at) => {
        const change = (next: Partial<GeneralInput>) => onChange(replace(steps, at, next))
        const values = { step: at + 1 }
        const problem = ['number_field', 'at', 'points'].map((name) => problemOf(`${path}.${at}.${name}`)).find(Boolean)
        const isWrong = (name: string) => (problemOf(`${path}.${at}.${name}`) ? true : undefined)
        const described = problem ? `${id}-${at}` : undefined
        return (
          <li key={at}>
            {choices && step.number_field && (
              <Select
                name={t('adminPersonal.numberOf', values)}
                value={step.number_field}
                choices={choices}
                onChange={(next) => change({ number_field: next })}
              />
            )}
            <input
              className="input"
              inputMode="numeric"
              autoComplete="off"
              aria-label={t('adminPersonal.atOf', values)}
              aria-invalid={isWrong('at')}
              aria-describedby={described}
              value={step.at}
              onChange={(event) => change({ at: event.target.value })}
            />
            <input
              className="input"
              inputMode="numeric"
              autoComplete="off"
              aria-label={t('adminPersonal.pointsOf', values)}
              aria-invalid={isWrong('points')}
              aria-describedby={described}
              value={step.points}
              onChange={(event) => change({ points: event.target.value })}
            />
            <IconButton icon="close" label={t('adminPersonal.removeOf', values)} onClick={() => onChange(without(steps, at))} />
            {problem && (
              <p id={described} className="field-error">
                {problem}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
