import { type ProofRule, proofRules } from '@muster/contract/report-rules'
import { describe, expect, it } from 'vitest'
import { listDemands, listMissing } from './proof-rules.ts'

const listRules = (rules: readonly ProofRule[]) => rules.map((report_proof) => ({ report_proof }))
const screenshot = '\n/api/events/3/proof-pictures/17'
const clip = 'https://clips.example/2'

describe('a report needs', () => {
  it.each([
    [[], []],
    [['optional', 'optional'], []],
    [['optional', 'required'], ['required']],
    [['required', 'screenshot'], ['screenshot']],
    [
      ['clip', 'required', 'screenshot', 'clip'],
      ['screenshot', 'clip'],
    ],
  ] as const)('for the rules %j the proof %j', (rules, expected) => {
    expect(listDemands(listRules(rules))).toEqual(expected)
  })

  it.each([
    ['', ['required', 'screenshot', 'clip']],
    [' \n', ['required', 'screenshot', 'clip']],
    ['ask Ada', ['screenshot', 'clip']],
    [screenshot, ['clip']],
    [`at noon${screenshot}`, ['clip']],
    [clip, ['screenshot']],
    [`see (${clip}).`, ['screenshot']],
    ['HTTP://CLIPS.EXAMPLE/2', ['screenshot']],
    [`${clip}${screenshot}`, []],
    ['clips.example/2', ['screenshot', 'clip']],
    ['ftp://clips.example/2', ['screenshot', 'clip']],
    ['https:// and http://%', ['screenshot', 'clip']],
    ['https://pictures.example/find.png', ['screenshot']],
  ] as const)('with the proof %j, by each rule alone, still %j', (proof, missing) => {
    expect(proofRules.filter((rule) => listMissing(listRules([rule]), proof).length > 0)).toEqual(missing)
  })

  it('every missing kind of proof, by all rules together', () => {
    expect(listMissing(listRules(proofRules), 'ask Ada')).toEqual(['screenshot', 'clip'])
    expect(listMissing(listRules(proofRules), clip)).toEqual(['screenshot'])
  })
})
