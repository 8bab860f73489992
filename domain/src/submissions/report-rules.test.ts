import { describe, expect, it } from 'vitest'
import { listTree } from '../objectives/list-tree.ts'
import { type RuledObjective, createRuleReader, type ReportRules } from './report-rules.ts'

const event: ReportRules = { reports: 'reviewed', report_proof: 'optional' }
const strict: ReportRules = { reports: 'refused', report_proof: 'required' }
const node = (id: number, parent_id: number | null, own: Partial<RuledObjective> = {}): RuledObjective => ({
  id,
  parent_id,
  objective_type: 'CATEGORY',
  reports: null,
  report_proof: null,
  ...own,
})
const item = (own: Partial<RuledObjective> = {}) => node(3, 2, { objective_type: 'ITEM', ...own })
const tree = (category: Partial<RuledObjective>, own: Partial<RuledObjective> = {}) => [
  item(own),
  node(1, null),
  node(2, 1, category),
]

describe('the rules of an objective', () => {
  it.each([
    [{}, {}, strict, strict],
    [{}, {}, event, event],
    [{ reports: 'honour' }, {}, event, { reports: 'honour', report_proof: 'optional' }],
    [{ reports: 'honour' }, { reports: 'refused' }, event, { reports: 'refused', report_proof: 'optional' }],
    [{ report_proof: 'required' }, { reports: 'honour' }, event, { reports: 'honour', report_proof: 'required' }],
    [{ report_proof: 'required' }, { report_proof: 'optional' }, strict, { reports: 'refused', report_proof: 'optional' }],
  ] as const)('in the category %j, of its own %j, in the event %j: %j', (category, own, of, expected) => {
    expect(createRuleReader(tree(category, own), of)(3)).toEqual(expected)
  })

  it('for a submission: a judge always decides, and only its branch asks for a proof', () => {
    const bounty = { objective_type: 'SUBMISSION' } as const
    expect(createRuleReader(tree({ reports: 'honour' }, bounty), { ...event, report_proof: 'required' })(3)).toEqual(event)
    expect(createRuleReader(tree({ report_proof: 'required' }, bounty), event)(3)).toEqual({ ...event, report_proof: 'required' })
  })

  it('are the event’s for an unknown objective, and for parents in a circle', () => {
    expect(createRuleReader([], strict)(7)).toEqual(strict)
    expect(createRuleReader([node(1, 2), node(2, 1)], strict)(1)).toEqual(strict)
  })

  it('are the same from a nested tree, whose masked objectives say nothing', () => {
    const masked = { ...node(0, 2, { objective_type: '' }), children: [] }
    const [leaf, root, category] = tree({ reports: 'honour' })
    const nested = {
      ...(root as RuledObjective),
      children: [{ ...(category as RuledObjective), children: [{ ...(leaf as RuledObjective), children: [] }, masked] }],
    }
    expect(createRuleReader(listTree(nested), event)(3)).toEqual({ reports: 'honour', report_proof: 'optional' })
  })
})
