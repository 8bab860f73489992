import type { ObjectiveEntry } from '../definition-file/document.ts'
import { chooseKey } from '../definition-file/keys.ts'
import { isCategory } from '../objectives/kinds.ts'

export type OwnFields = Omit<ObjectiveEntry, 'key' | 'children'>

/** An objective during the merge; the root has no entry. */
export interface SheetNode {
  readonly key: string
  readonly original: ObjectiveEntry | null
  fields: OwnFields
  parent: SheetNode | null
  readonly children: SheetNode[]
  /** Number of the row that gives its state, from 0; null: none so far. */
  row: number | null
}

const rootFields = { name: '', objective_type: 'CATEGORY' } as OwnFields

/** The name of an objective for comparison. */
const nameKey = (name: string) => name.toLowerCase()

/** The objectives of an event, to which rows add others or which they change. */
export class SheetTree {
  readonly root: SheetNode = { key: '', original: null, fields: rootFields, parent: null, children: [], row: null }
  readonly byKey = new Map<string, SheetNode>()
  private readonly byName = new Map<SheetNode, Map<string, SheetNode[]>>()
  private readonly taken = new Set<string>()

  constructor(objectives: readonly ObjectiveEntry[]) {
    const open = objectives.toReversed().map((entry) => ({ entry, parent: this.root }))
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { key, children, ...fields } = next.entry
      const node: SheetNode = { key, original: next.entry, fields, parent: null, children: [], row: null }
      this.taken.add(key)
      this.byKey.set(key, node)
      this.attach(node, next.parent)
      for (const entry of children.toReversed()) open.push({ entry, parent: node })
    }
  }

  get size(): number {
    return this.byKey.size
  }

  /** The objectives of a category with a name, in their order. */
  find(parent: SheetNode, name: string): readonly SheetNode[] {
    return this.byName.get(parent)?.get(nameKey(name)) ?? []
  }

  add(parent: SheetNode, fields: OwnFields, row: number | null, wanted: string | null): SheetNode {
    const key = wanted ?? chooseKey(fields.name, 'objective', parent === this.root ? null : parent.key, this.taken)
    const node: SheetNode = { key, original: null, fields, parent: null, children: [], row }
    this.taken.add(key)
    this.byKey.set(key, node)
    this.attach(node, parent)
    return node
  }

  change(node: SheetNode, parent: SheetNode, fields: OwnFields, row: number): void {
    const stays = node.parent === parent
    const isRenamed = nameKey(node.fields.name) !== nameKey(fields.name)
    if (!stays) node.parent?.children.splice(node.parent.children.indexOf(node), 1)
    if (!stays || isRenamed) this.unlist(node)
    node.fields = fields
    node.row = row
    if (!stays) this.attach(node, parent)
    else if (isRenamed) this.list(node, parent)
  }

  private attach(node: SheetNode, parent: SheetNode): void {
    parent.children.push(node)
    node.parent = parent
    this.list(node, parent)
  }

  private list(node: SheetNode, parent: SheetNode): void {
    const names = this.byName.get(parent) ?? new Map<string, SheetNode[]>()
    this.byName.set(parent, names)
    const name = nameKey(node.fields.name)
    names.set(name, [...(names.get(name) ?? []), node])
  }

  private unlist(node: SheetNode): void {
    const names = node.parent && this.byName.get(node.parent)
    const name = nameKey(node.fields.name)
    names?.set(name, names.get(name)?.filter((one) => one !== node) ?? [])
  }

  /** The names of the categories above an objective. */
  pathOf(node: SheetNode): string[] {
    const names: string[] = []
    for (let at = node.parent; at && at !== this.root; at = at.parent) names.unshift(at.fields.name)
    return names
  }

  depthOf(node: SheetNode): number {
    return node === this.root ? 0 : this.pathOf(node).length + 1
  }

  toEntries(node = this.root): ObjectiveEntry[] {
    return node.children.map((one) => ({ key: one.key, ...one.fields, children: this.toEntries(one) }))
  }
}

export const isParent = (node: SheetNode): boolean => isCategory(node.fields)
