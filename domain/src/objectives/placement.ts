import type { PlacedObjective, Placement } from './validate.ts'

/** Objectives by id, with an index of their children that every change of the map updates. */
export class PlacedObjectives<Id extends number, T extends PlacedObjective & { readonly id: Id }>
  extends Map<Id, T>
  implements Placement
{
  /** By the parent's id; null: objectives without a parent. */
  private readonly children: Map<number | null, Set<Id>>

  constructor(objectives: readonly T[] = []) {
    super()
    this.children = new Map()
    for (const objective of objectives) this.set(objective.id, objective)
  }

  override set(id: Id, objective: T): this {
    const before = this.get(id)
    if (before && before.parent_id !== objective.parent_id) this.children.get(before.parent_id)?.delete(id)
    const siblings = this.children.get(objective.parent_id)
    if (siblings) siblings.add(id)
    else this.children.set(objective.parent_id, new Set([id]))
    return super.set(id, objective)
  }

  override delete(id: Id): boolean {
    const before = this.get(id)
    if (before) this.children.get(before.parent_id)?.delete(id)
    return super.delete(id)
  }

  get root_id(): Id | null {
    const [first] = this.children.get(null) ?? []
    return first ?? null
  }

  find(id: number): T | undefined {
    return this.get(id as Id)
  }

  listChildren(id: number): ReadonlySet<Id> {
    return this.children.get(id) ?? new Set()
  }
}
