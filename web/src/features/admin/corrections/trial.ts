import { type CorrectionTrialInput, type correctionKinds, largestManualPoints } from '@muster/contract/corrections'

export type CorrectionKind = (typeof correctionKinds)[number]

/** The form's fields as typed: ids are text, empty for none; times are ISO or empty. */
export interface CorrectionValues {
  kind: CorrectionKind
  objective_id: string
  team_id: string
  user_id: string
  number: string
  proof: string
  timestamp: string
  from: string
  to: string
  reason: string
  public_note: string
}

/** Fields of each kind. */
export const fieldsOf: Readonly<Record<CorrectionKind, readonly (keyof CorrectionValues)[]>> = {
  addition: ['objective_id', 'team_id', 'user_id', 'number', 'timestamp'],
  points: ['team_id', 'user_id', 'number', 'proof'],
  fact: [],
  tab: ['objective_id', 'from', 'to'],
  player: ['user_id', 'objective_id', 'from', 'to'],
  interval: ['team_id', 'objective_id', 'from', 'to'],
}
/** Required fields of each kind. */
export const neededOf: Readonly<Record<CorrectionKind, readonly (keyof CorrectionValues)[]>> = {
  addition: ['objective_id', 'team_id', 'number'],
  points: ['team_id', 'number'],
  fact: [],
  tab: [],
  player: ['user_id'],
  interval: ['from', 'to'],
}

const isWhole = (text: string) => /^[-−+]?\d{1,15}$/.test(text.trim())
const toWhole = (text: string) => Number(text.trim().replace('−', '-'))
/** A whole number, and for points a change that the server accepts. */
export const isNumberFor = (kind: CorrectionKind, text: string): boolean => {
  const size = isWhole(text) ? Math.abs(toWhole(text)) : null
  return size !== null && (kind !== 'points' || (size > 0 && size <= largestManualPoints))
}

/** Whether every required field except the reason is filled in. */
export const isComplete = (values: CorrectionValues): boolean =>
  neededOf[values.kind].every((field) => (field === 'number' ? isNumberFor(values.kind, values.number) : values[field] !== ''))

const toId = (text: string) => (text === '' ? null : Number(text))

/** The request that the form sends. Ids are text in answers and numbers in requests; the server validates them. */
export function toTrial(values: CorrectionValues, fact: number | null): CorrectionTrialInput {
  const { kind, number, timestamp, public_note } = values
  const has = (field: keyof CorrectionValues) => fieldsOf[kind].includes(field)
  const reason = values.reason.trim()
  if (kind === 'points') {
    const team = { team_id: Number(values.team_id), user_id: toId(values.user_id) }
    const points = { ...team, points: toWhole(number), reason, public_note, proof: values.proof.trim() }
    return { kind: 'points', points } as unknown as CorrectionTrialInput
  }
  if (kind === 'addition') {
    const addition = {
      objective_id: Number(values.objective_id),
      team_id: Number(values.team_id),
      user_id: toId(values.user_id),
      number: toWhole(number),
      timestamp: timestamp || null,
      reason,
      public_note,
    }
    return { kind: 'add', addition } as unknown as CorrectionTrialInput
  }
  const exclusion = {
    kind,
    fact: kind === 'fact' || kind === 'tab' ? fact : null,
    objective_id: has('objective_id') ? toId(values.objective_id) : null,
    team_id: has('team_id') ? toId(values.team_id) : null,
    user_id: has('user_id') ? toId(values.user_id) : null,
    from: has('from') ? values.from || null : null,
    to: has('to') ? values.to || null : null,
    reason,
    public_note,
  }
  return { kind: 'exclude', exclusion } as unknown as CorrectionTrialInput
}
