import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parameterNames, presetParameters } from '@muster/contract/preset-parameters'
import { gameVersions } from '@muster/contract/game-versions'
import type { ScoringMethod } from '@muster/contract/scoring-presets'
import { numberDocs, sourceTexts } from '@muster/domain/characters/number-docs'
import { type NumberRow, type NumberSource, numberRows, numbersOf } from '@muster/domain/characters/number-rows'
import { games } from '@muster/domain/events/games'
import { aggregations } from '@muster/domain/scoring/aggregations/index'
import { methods } from '@muster/domain/scoring/methods/index'
import { methodTexts } from '@muster/domain/scoring/methods/texts'
import type { MethodRow } from '@muster/domain/scoring/methods/method'
import { expect, test } from 'vitest'
import { root } from './places.ts'
import { readSources } from './sources.ts'

// The sections of rules in docs/scoring.md: the sentence of help of each rule, and the comment above its row.

const file = join(root, 'docs', 'scoring.md')
const lineLength = 138

const wrap = (text: string): string =>
  text.split(' ').reduce((lines, word) => {
    const line = lines.slice(lines.lastIndexOf('\n') + 1)
    return lines + (line === '' ? '' : line.length + word.length < lineLength ? ' ' : '\n') + word
  }, '')

const sources = readSources(/^domain\/src\/scoring\/(?:aggregations|methods)\/(?!counts|scorers|texts)[\w-]+\.ts$/)
  .map(({ text }) => text)
  .join('\n')
/** Comments with an example, by the name of their constant. */
const comments = new Map(
  [...sources.matchAll(/^\/\*\*\n((?: \* .*\n)+) \*\/\n(?:export )?const (\w+)\b/gm)].map(([, lines = '', name = '']) => [
    name,
    lines.replaceAll(/^ \* /gm, '').replaceAll('\n', ' ').trim(),
  ]),
)

type Row = { readonly help: string } & Partial<Pick<MethodRow, 'takes'>>

/** A parameter of several methods is described at the first one. */
function writeParameters(takes: MethodRow['takes'], described: Set<string>): string {
  const texts = parameterNames.flatMap((name) => {
    const kind = takes[name]
    if (!kind) return []
    if (described.has(name)) return [`\`${name}\` (${kind}): as above.`]
    described.add(name)
    return [`\`${name}\` (${kind}): ${presetParameters[name].help}`]
  })
  return texts.length > 0 ? `\n${wrap(`*Parameters.* ${texts.join(' ')}`)}\n` : ''
}

function writeSection(name: string, { help, takes = {} }: Row, described: Set<string>): string {
  const constant = new RegExp(`^  ${name}: (\\w+),$`, 'm').exec(sources)?.[1] ?? ''
  const [details = '', example] = (comments.get(constant) ?? '').split(/ ?@example /)
  expect(example, `the comment above ${constant} has an @example`).toBeDefined()
  return `\n### \`${name}\`\n\n${wrap(`${help} ${details}`.trim())}\n${writeParameters(takes, described)}\n${wrap(`*Example.* ${example}`)}\n`
}

const writeSections = (rows: readonly (readonly [string, Row])[]) => {
  const described = new Set<string>()
  return rows.map(([name, row]) => writeSection(name, row, described)).join('')
}

/** Replaces the sections of rules between two headings. */
function replaceSections(text: string, heading: string, next: string, sections: string): string {
  const from = text.indexOf('\n### `', text.indexOf(heading))
  return text.slice(0, from) + sections + text.slice(text.indexOf(next, from))
}

/** A number's remarks in parentheses. */
function listRemarks({ unit, is_in, in_codes }: NumberRow, are_all_in_codes: boolean): string {
  const having = gameVersions.filter((version) => is_in(games[version]))
  const remarks = [
    unit,
    having.length < gameVersions.length ? `${having.join(', ')} only` : '',
    in_codes && !are_all_in_codes ? 'in codes' : '',
  ]
  const said = remarks.filter((remark) => remark !== '').join(', ')
  return said === '' ? '' : ` (${said})`
}

/** The numbers of players by their source, in the order of the contract. */
const writeNumbers = (): string =>
  Object.entries(Object.groupBy(numbersOf.PLAYER, (field) => numberRows[field].source))
    .map(([source, fields]) => {
      const are_all_in_codes = fields.every((field) => numberRows[field].in_codes)
      const items = fields.map(
        (field) => `- \`${field}\`: ${numberDocs[field].help}${listRemarks(numberRows[field], are_all_in_codes)}\n`,
      )
      return `\n**${sourceTexts[source as NumberSource].label}**${are_all_in_codes ? ', all in codes' : ''}\n\n${items.join('')}`
    })
    .join('')
    .concat('\n')

const numbersStart = '<!-- numbers -->\n'

const replaceNumbers = (text: string): string =>
  text.slice(0, text.indexOf(numbersStart) + numbersStart.length) +
  writeNumbers() +
  text.slice(text.indexOf('<!-- end of the numbers -->'))

test('docs/scoring.md explains every rule in its own words; UPDATE_SCORING=1 rewrites it', () => {
  const page = readFileSync(file, 'utf8')
  const { results = [], children = [] } = Object.groupBy(
    Object.entries(methods) as [ScoringMethod, MethodRow][],
    ([, { reads }]) => reads,
  )
  const counted = replaceSections(page, '\n## Aggregations', '\n## ', writeSections(Object.entries(aggregations)))
  const paid = replaceSections(
    counted,
    '\n### For objectives',
    '\n### For categories',
    writeSections(results.map(([name, row]) => [name, { ...row, ...methodTexts[name] }])),
  )
  const ofRules = replaceSections(
    paid,
    '\n### For categories',
    '\n## ',
    writeSections(children.map(([name, row]) => [name, { ...row, ...methodTexts[name] }])),
  )
  const written = replaceNumbers(ofRules)
  if (process.env['UPDATE_SCORING']) writeFileSync(file, written)
  expect(readFileSync(file, 'utf8')).toBe(written)
})
