import { parser } from '@prometheus-io/lezer-promql'
import type { Samples, Series } from './samples.ts'

// Evaluates the expressions of deploy/alerts.yaml like Prometheus. Supports only features used in the rules, and throws on
// others.

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']
type Labels = Series['labels']
interface Element {
  readonly labels: Labels
  readonly value: number
}
type Vector = readonly Element[]
type Value = number | Vector
type Window = readonly { readonly labels: Labels; readonly samples: Series['samples'] }[]

export interface Moment {
  readonly samples: Samples
  readonly at_ms: number
  /** Factor by which durations in the expression are shortened, for playing a day in minutes. */
  readonly hurry: number
}

/** How long a sample stays the value of its series. */
const lookback_ms = 5 * 60_000
const units_ms: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function readDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) throw new Error(`"${text}" is no duration`)
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units_ms[unit] ?? 0), 0)
}

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

/** Like Prometheus: the difference between the first and last sample, extrapolated to the ends of the window. */
function increase({ samples }: Window[number], from_ms: number, to_ms: number): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || first === last) return null
  let grown = last.value - first.value
  for (const [place, { value }] of samples.entries()) {
    const before = samples[place - 1]?.value ?? 0
    // The counter was reset to zero.
    if (place > 0 && value < before) grown += before
  }
  const sampled_ms = last.at_ms - first.at_ms
  const between_ms = sampled_ms / (samples.length - 1)
  const stretch = (gap_ms: number) => (gap_ms >= between_ms * 1.1 ? between_ms / 2 : gap_ms)
  // No counter was below zero.
  const sinceZero_ms = grown > 0 && first.value >= 0 ? sampled_ms * (first.value / grown) : Infinity
  const before_ms = Math.min(stretch(first.at_ms - from_ms), sinceZero_ms)
  return grown * ((sampled_ms + before_ms + stretch(to_ms - last.at_ms)) / sampled_ms)
}

const countChanges = ({ samples }: Window[number]): number =>
  samples.filter(({ value }, place) => place > 0 && value !== samples[place - 1]?.value).length

const without = (labels: Labels, ...names: string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)))
const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))

function groupBy(vector: Vector, labelsOf: (labels: Labels) => Labels): { labels: Labels; elements: Element[] }[] {
  const groups = new Map<string, { labels: Labels; elements: Element[] }>()
  for (const element of vector) {
    const labels = labelsOf(element.labels)
    const group = groups.get(keyOf(labels)) ?? { labels, elements: [] }
    groups.set(keyOf(labels), group)
    group.elements.push(element)
  }
  return [...groups.values()]
}

const aggregations: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => values.reduce((most, value) => Math.max(most, value), -Infinity),
  min: (values) => values.reduce((least, value) => Math.min(least, value), Infinity),
  count: (values) => values.length,
}

function findQuantile(wanted: number, elements: readonly Element[]): number {
  const buckets = elements
    .map(({ labels, value }) => ({ le: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), value }))
    .sort((a, b) => a.le - b.le)
  const total = buckets.at(-1)?.value ?? 0
  if (buckets.length < 2 || total === 0) return NaN
  const rank = wanted * total
  const place = buckets.findIndex(({ value }) => value >= rank)
  const [bucket, before] = [buckets[place], buckets[place - 1] ?? { le: 0, value: 0 }]
  if (!bucket || bucket.le === Infinity) return before.le
  return before.le + ((bucket.le - before.le) * (rank - before.value)) / (bucket.value - before.value)
}

const calculations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '/': (a, b) => a / b,
  '*': (a, b) => a * b,
  '-': (a, b) => a - b,
  '+': (a, b) => a + b,
}
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
}

/** @throws Error for an invalid expression, and for features that no rule uses. */
export function evaluate(text: string, { samples, at_ms, hurry }: Moment): Vector {
  const wordsOf = (node: SyntaxNode) => text.slice(node.from, node.to)
  const unknown = (what: string) => new Error(`"${what}" in "${text}" is not supported`)

  function select(node: SyntaxNode): Series[] {
    const [name, matchers] = childrenOf(node)
    if (name?.name !== 'Identifier') throw unknown(wordsOf(node))
    const wanted = (matchers ? childrenOf(matchers) : []).map((matcher): [string, string] => {
      const [label, operator, value] = childrenOf(matcher)
      if (!label || !value || !operator || wordsOf(operator) !== '=') throw unknown(wordsOf(matcher))
      return [wordsOf(label), JSON.parse(wordsOf(value)) as string]
    })
    return samples.select(wordsOf(name), (labels) => wanted.every(([label, value]) => (labels[label] ?? '') === value))
  }

  function selectNow(node: SyntaxNode): Vector {
    return select(node).flatMap(({ labels, samples: all, gone_ms }) => {
      const last = all.findLast((one) => one.at_ms <= at_ms)
      const isGone = gone_ms !== null && gone_ms <= at_ms
      return last && !isGone && last.at_ms > at_ms - lookback_ms / hurry ? [{ labels, value: last.value }] : []
    })
  }

  function selectWindow(node: SyntaxNode | undefined): { window: Window; from_ms: number; seconds: number } {
    const [selector, duration] = node?.name === 'MatrixSelector' ? childrenOf(node) : []
    if (!selector || !duration) throw unknown(node ? wordsOf(node) : text)
    const long_ms = readDuration(wordsOf(duration)) / hurry
    const from_ms = at_ms - long_ms
    const window = select(selector).map(({ labels, samples: all }) => ({
      labels,
      samples: all.filter((one) => one.at_ms > from_ms && one.at_ms <= at_ms),
    }))
    return { window, from_ms, seconds: long_ms / 1000 }
  }

  function call(name: string, args: readonly SyntaxNode[]): Value {
    if (name === 'changes')
      return selectWindow(args[0]).window.flatMap((one) =>
        one.samples.length === 0 ? [] : [{ labels: one.labels, value: countChanges(one) }],
      )
    if (name === 'rate' || name === 'increase') {
      const { window, from_ms, seconds } = selectWindow(args[0])
      return window.flatMap((one) => {
        const grown = increase(one, from_ms, at_ms)
        return grown === null ? [] : [{ labels: one.labels, value: name === 'rate' ? grown / seconds : grown }]
      })
    }
    const [first, second] = args.map(read)
    if (name === 'abs' && typeof first === 'object') return first.map(({ labels, value }) => ({ labels, value: Math.abs(value) }))
    if (name === 'histogram_quantile' && typeof first === 'number' && typeof second === 'object')
      return groupBy(second, (labels) => without(labels, 'le')).map(({ labels, elements }) => ({
        labels,
        value: findQuantile(first, elements),
      }))
    throw unknown(name)
  }

  function aggregate(parts: readonly SyntaxNode[]): Vector {
    const [operator, modifier, body] = parts.length === 3 ? parts : [parts[0], undefined, parts[1]]
    const inside = body && childrenOf(body)[0]
    const combine = operator && aggregations[wordsOf(operator)]
    const vector = inside && read(inside)
    const [way, grouping] = modifier ? childrenOf(modifier) : []
    if (!combine || typeof vector !== 'object' || (way && way.name !== 'By')) throw unknown(text)
    const names = grouping ? childrenOf(grouping).map(wordsOf) : []
    const labelsOf = (labels: Labels) => Object.fromEntries(names.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])))
    return groupBy(vector, labelsOf).map(({ labels, elements }) => ({
      labels,
      value: combine(elements.map(({ value }) => value)),
    }))
  }

  function combine(parts: readonly SyntaxNode[]): Value {
    const [left, operator, right] = parts
    if (!left || !operator || !right || parts.length !== 3) throw unknown(text)
    const sign = wordsOf(operator)
    const [a, b] = [read(left), read(right)]
    const [calculate, compare] = [calculations[sign], comparisons[sign]]
    const join = (labels: Labels, x: number, y: number): Vector => {
      if (calculate) return [{ labels, value: calculate(x, y) }]
      if (!compare) throw unknown(sign)
      return compare(x, y) ? [{ labels, value: x }] : []
    }
    if (typeof a === 'number' && typeof b === 'number' && calculate) return calculate(a, b)
    if (typeof a === 'object' && typeof b === 'number') return a.flatMap(({ labels, value }) => join(labels, value, b))
    if (typeof a === 'object' && typeof b === 'object') {
      const others = new Map(b.map((element) => [keyOf(element.labels), element.value]))
      return a.flatMap(({ labels, value }) => {
        const other = others.get(keyOf(labels))
        return other === undefined ? [] : join(labels, value, other)
      })
    }
    throw unknown(text)
  }

  function read(node: SyntaxNode): Value {
    const parts = childrenOf(node)
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(wordsOf(node))
      case 'ParenExpr':
        if (parts[0]) return read(parts[0])
        break
      case 'VectorSelector':
        return selectNow(node)
      case 'FunctionCall':
        if (parts[0] && parts[1]) return call(wordsOf(parts[0]), childrenOf(parts[1]))
        break
      case 'AggregateExpr':
        return aggregate(parts)
      case 'BinaryExpr':
        return combine(parts)
      default:
    }
    throw unknown(wordsOf(node))
  }

  const tree = parser.parse(text)
  let isWhole = true
  tree.iterate({ enter: ({ type }) => void (isWhole &&= !type.isError) })
  const top = tree.topNode.firstChild
  if (!top || !isWhole) throw new Error(`"${text}" is no expression`)
  const value = read(top)
  if (typeof value === 'number') throw new Error(`"${text}" is a number`)
  return value
}
